#include "tests/fuzz/order_statements.hpp"

#include <array>

namespace vouch::fuzz {
namespace {

/// Calls are not interleaved with anything, so that nothing of this is undefined.
struct Conflict {
  const char* as_it_is;
  const char* left_first;
  const char* right_first;
};

constexpr std::array<Conflict, 14> conflicts = {{
    {"$r = $x + @put(&$x, $k);", "int $a = $x; $r = $a + @put(&$x, $k);", "int $b = @put(&$x, $k); $r = $x + $b;"},
    {"$r = @put(&$x, $k) - $x;", "int $a = @put(&$x, $k); $r = $a - $x;", "int $b = $x; $r = @put(&$x, $k) - $b;"},
    {"$x = $x ^ @put(&$x, $k);", "int $a = $x; $x = $a ^ @put(&$x, $k);", "int $b = @put(&$x, $k); $x = $x ^ $b;"},
    {"$r = @sub(@put(&$x, $k), @count(&$x));", "int $a = @put(&$x, $k); $r = $a - @count(&$x);",
     "int $b = @count(&$x); $r = @put(&$x, $k) - $b;"},
    {"$r = @sub($x, @count(&$x));", "int $a = $x; $r = @sub($a, @count(&$x));",
     "int $b = @count(&$x); $r = @sub($x, $b);"},
    {"$r = @sub(@count(&$x), $x);", "int $a = @count(&$x); $r = @sub($a, $x);",
     "int $b = $x; $r = @sub(@count(&$x), $b);"},
    {"$r = @sub(@cell, @bump(2));", "int $a = @cell; $r = @sub($a, @bump(2));",
     "int $b = @bump(2); $r = @sub(@cell, $b);"},
    {"$r = @bump(1) * 3 - @bump($k);", "int $a = @bump(1); $r = $a * 3 - @bump($k);",
     "int $b = @bump($k); $r = @bump(1) * 3 - $b;"},
    {"$v[@count(&$x) & 3] = @put(&$x, $k);", "int $a = @count(&$x) & 3; $v[$a] = @put(&$x, $k);",
     "int $b = @put(&$x, $k); $v[@count(&$x) & 3] = $b;"},
    {"$v[$x & 3] = @put(&$x, $k);", "int $a = $x & 3; $v[$a] = @put(&$x, $k);",
     "int $b = @put(&$x, $k); $v[$x & 3] = $b;"},
    {"$v[$x & 3] += @count(&$x);", "int $a = $x & 3; $v[$a] += @count(&$x);",
     "int $b = @count(&$x); $v[$x & 3] += $b;"},
    {"int $w[2] = {@count(&$x), @put(&$x, $k)}; $r = $w[0] - $w[1];", "int $a = @count(&$x); $r = $a - @put(&$x, $k);",
     "int $b = @put(&$x, $k); $r = @count(&$x) - $b;"},
    {"$r = @count(&$x) == @put(&$x, $k);", "int $a = @count(&$x); $r = $a == @put(&$x, $k);",
     "int $b = @put(&$x, $k); $r = @count(&$x) == $b;"},
    {"*@pick(&$v[1], &$x) = $x;", "int *$a = @pick(&$v[1], &$x); *$a = $x;", "int $b = $x; *@pick(&$v[1], &$x) = $b;"},
}};

} // namespace

Lines order_statement(const StatementParts& parts) {
  static const std::vector<std::string> results = {"$r", "$x", "$v[1]", "$v[$k & 3]", "@cell"};
  const Conflict& conflict = conflicts[parts.random.below(conflicts.size())];
  const std::string& result = parts.random.one_of(results);
  const std::string bound = std::to_string(parts.random.below(24));
  Lines lines = {"int $k = " + small_value(parts, 7) + ", $x = " + small_value(parts, 7) +
                     ", $r = 0, $v[4] = {1, 2, 3, 4};",
                 "@cell = " + small_value(parts, 7) + ";",
                 "#ifdef EITHER_ORDER",
                 std::string("if (next_order()) { ") + conflict.right_first + " } else { " + conflict.left_first + " }",
                 "#else",
                 conflict.as_it_is,
                 "#endif",
                 parts.random.percent(50) ? "assert(" + result + " <= " + bound + ");"
                                          : "assert(" + result + " != " + bound + ");"};
  for (const std::string& line : outcome(parts, result)) {
    lines.push_back(line);
  }
  return block_of(parts, lines);
}

} // namespace vouch::fuzz
