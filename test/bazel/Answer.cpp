int answer() { return ANSWER; }
