"""Finds the functions of a C++ source, and counts their lines.

The scanner knows strings, comments, braces, and the headers of scopes. It does not
expand macros: a source whose braces do not match without that is an error. Of
alternatives (#if, #else) between which braces do not match, the first one counts.
"""

import re

# What may contain braces or semicolons that are no structure. Numbers come first: they
# may contain quotes (1'000).
INERT = re.compile(
    r"""
    \b\d(?:'?[\w.])*
    | R"(?P<mark>[^()\\\s]*)\(.*?\)(?P=mark)"
    | "(?:\\.|[^"\\\n])*"
    | '(?:\\.|[^'\\\n])*'
    | //(?:\\\n|[^\n])*
    | /\*.*?\*/
    | ^[ \t]*\#(?:\\\n|[^\n])*
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
STRUCTURE = re.compile(r"[{};]")
# In front of a declaration: labels of a class, and macros.
LABEL = re.compile(r"\s*(?:public|private|protected)\s*:(?!:)")
MACRO = re.compile(r"\s*[A-Z][A-Z0-9_]+\([^()]*\)(?=\s+(?!const\b|noexcept\b|requires\b)\w)")
SCOPE = re.compile(r"\b(?:namespace|extern|class|struct|union)\b")
GROUP = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
SPECIFIER = re.compile(
    rf"\b(?:alignas|decltype|noexcept|requires|__attribute__)\s*{GROUP}|\[\[.*?\]\]"
)
OPERATOR = re.compile(r"\boperator\s*(?:\(\s*\)|[^\s\w(]+)")
NAME = re.compile(r"([~\w:]+)\s*\($")


# Marks of #if, of #else and #elif, and of #endif.
IF, ELSE, END = "\x01", "\x02", "\x03"
MARKS = {"if": IF, "ifdef": IF, "ifndef": IF, "else": ELSE, "elif": ELSE, "endif": END}
DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)")
ALTERNATIVES = re.compile(rf"{IF}([^{IF}{END}]*){END}")


def shorten(match):
    """Returns what stands for a string, a comment or a preprocessor's line: as many
    ends of lines, and a mark."""
    found = match.group()
    if found[0].isdigit():
        return found
    directive = DIRECTIVE.match(found)
    mark = MARKS.get(directive.group(1), "") if directive else ""
    return mark + "\n" * found.count("\n")


def choose(match):
    """Returns the alternatives of a condition that count."""
    first, *others = match.group(1).split(ELSE)
    kept = [first]
    for other in others:
        is_whole = other.count("{") == other.count("}")
        kept.append(other if is_whole else "\n" * other.count("\n"))
    return "".join(kept)


def without_inert(text):
    """Returns a program without strings, comments and preprocessor's lines, with as
    many lines."""
    text, count = INERT.sub(shorten, text), 1
    while count:
        text, count = ALTERNATIVES.subn(choose, text)
    return text


def without_parentheses(text):
    """Returns a text without parentheses and what is in them."""
    depth, kept = 0, []
    for letter in text:
        depth += letter == "("
        if not depth:
            kept.append(letter)
        depth -= letter == ")" and depth > 0
    return "".join(kept)


def without_templates(header):
    """Returns a declaration without `template <...>` in front."""
    while (match := re.match(r"\s*template\s*<", header)) is not None:
        depth, end = 1, match.end()
        while depth and end < len(header):
            depth += {"<": 1, ">": -1}.get(header[end], 0)
            end += 1
        header = header[end:]
    return header


def function_name(header):
    """Returns the name of the function whose header, without templates, is given; None
    where it is the header of a scope, of an initializer or of a type."""
    header = SPECIFIER.sub("", OPERATOR.sub("operator", header))
    opening = header.find("(")
    if opening < 0 or "=" in without_parentheses(header):
        return None
    name = NAME.search(header[: opening + 1])
    return name.group(1) if name else None


def is_scope(header):
    """Returns whether a header is of a namespace, a class, or a list of `extern`s."""
    header = without_parentheses(SPECIFIER.sub("", header))
    return SCOPE.search(header) is not None and "=" not in header


class Scanner:
    """The state between two braces or semicolons."""

    def __init__(self, text):
        self.text = text
        self.start = 0  # of the declaration that is being read
        self.scopes = 0  # open namespaces and classes
        self.depth = 0  # braces inside of a declaration

    def header(self, end):
        """Returns the declaration up to `end`, and where it starts."""
        start = self.start
        while match := LABEL.match(self.text, start) or MACRO.match(self.text, start):
            start = match.end()
        text = self.text[start:end]
        return text, start + len(text) - len(text.lstrip())

    def close(self, end):
        """Yields the function whose braces close in front of `end`. A declaration goes
        on behind the braces of `Point() : x{1}, y{2} {}`."""
        if re.match(r"\s*[,{]", self.text[end:]):
            return
        header, start = self.header(end)
        name = function_name(without_templates(header[: header.find("{")]))
        if name:
            count = self.text.count("\n", start, end) + 1
            yield name, self.text.count("\n", 0, start) + 1, count
        self.start = end

    def open(self, begin):
        header, _ = self.header(begin)
        header = without_templates(header)
        if function_name(header) is None and is_scope(header):
            self.scopes += 1
            self.start = begin + 1
        else:
            self.depth = 1

    def functions(self):
        for match in STRUCTURE.finditer(self.text):
            brace = match.group()
            if self.depth:
                self.depth += {"{": 1, "}": -1, ";": 0}[brace]
                if not self.depth:
                    yield from self.close(match.end())
            elif brace == "{":
                self.open(match.start())
            else:
                self.scopes -= brace == "}"
                self.start = match.end()
            if self.scopes < 0:
                break
        if self.depth or self.scopes:
            raise ValueError("expected as many opening as closing braces")


def function_lines(text):
    """Yields name, first line and number of lines of each function at the level of
    namespaces and classes. Raises a ValueError where braces do not match."""
    yield from Scanner(without_inert(text)).functions()
