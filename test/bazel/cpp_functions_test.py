"""Tests of the scanner that finds functions of C++."""

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "bazel/scripts")]

import cpp_functions  # noqa: E402


def functions(text: str) -> list[tuple[str, int, int]]:
    return list(cpp_functions.function_lines(text))


def test_functions_of_namespaces_and_classes() -> None:
    text = """namespace tvm::graph {
namespace {
struct Point final : Base<int> {
  int x = 0, y{1};
  int sum() const {
    return x + y;
  }

public:
  Point(int x) : x{x}, y(x) {
  }
  bool operator()(int z) const { return z == x; }
  bool operator==(const Point &) const = default;
};
} // namespace

template <typename T = int>
static std::pair<int, T> *
makePair(T second = {}, int first = 1)
{
  auto get = [&] {
    return first;
  };
  if (get()) {
    return nullptr;
  }
  return nullptr;
}
} // namespace tvm::graph

extern "C" {
void declared(int);
int defined(void) { return 1; }
}
extern "C" int alone() { return 1; }
"""
    assert functions(text) == [
        ("sum", 5, 3),
        ("Point", 10, 2),
        ("operator", 12, 1),
        ("makePair", 17, 12),
        ("defined", 33, 1),
        ("alone", 35, 1),
    ]


def test_what_is_no_function() -> None:
    text = """#define TWICE(f) { f(); \\
  f(); }
enum class Kind : int { A, B };
enum { C = f(1) };
struct alignas(64) Share {
  long next;
};
class [[nodiscard("why")]] Result {};
union Both { int i; float f; } both;
static constexpr int table[] = {f(1), f(2)};
static const auto lambda = [](int x) { return x; };
static const std::function<int(int)> named = [](int x) {
  return x;
};
using Body = void (*)(void *);
int x{3};
"""
    assert functions(text) == []


def test_strings_and_comments_hold_no_structure() -> None:
    text = """void f() { // }
  char open = '{', quote = '\\'', escaped = '\\\\';
  const char *text = "} // \\" {";
  const char *raw = R"x(} ")" {)x";
  /* } */ long million = 1'000'000;
#if 1
#define END }
#endif
}
MARK(Pass)
void g() {}
TEST(Suite, Name) {
}
"""
    assert functions(text) == [("f", 1, 9), ("g", 11, 1), ("TEST", 12, 2)]


def test_alternatives() -> None:
    text = """#ifdef __cplusplus
extern "C" {
enum Kind : int {
#else
enum Kind {
#endif
  A
};
#if 1
void f() {}
#else
# if 2
void g() {}
# elif 3
void h() {}
# endif
#endif
#ifdef __cplusplus
}
#endif
"""
    assert functions(text) == [("f", 10, 1), ("g", 13, 1), ("h", 15, 1)]


def test_names_of_unusual_functions() -> None:
    text = """Pass::~Pass() {}
CPU::CPU(int cores) noexcept(true) : cores(cores), names{{"a"}, {"b"}} {}
decltype(auto) get() { return 1; }
auto last() -> std::vector<int> { return {}; }
Class &Class::operator=(const Class &) { return *this; }
long operator""_kb(unsigned long long n) { return n; }
VTA(int cores) noexcept { run(cores); }
"""
    names = [name for name, *_ in functions(text)]
    assert names == ["Pass::~Pass", "CPU::CPU", "get", "last"] + [
        "Class::operator",
        "operator_kb",
        "VTA",
    ]


@pytest.mark.parametrize("text", ["void f() {", "}", "namespace a { void f(); "])
def test_braces_have_to_match(text: str) -> None:
    with pytest.raises(ValueError, match="expected as many opening as closing"):
        functions(text)
