#include "tests/fuzz/array_programs.hpp"

#include "tests/fuzz/input_functions.hpp"
#include "tests/fuzz/program_parts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace vouch::fuzz {
namespace {

/// In all texts: $a, $b, $d are arrays of $T with $L elements, $n says how many are used, $x is any number and $c a small
/// one, $i, $j, $m are local names, and $k is the index that a claim is about.
struct Claim {
  std::string guard; ///< empty: none
  std::string condition;
};

struct WritingLoop {
  const char* text; ///< $e stands for an expression with $i
  std::vector<Claim> claims;
};

/// No element gets larger than twice the largest one and a thousand, so that few loops overflow nothing.
const std::vector<std::string>& element_expressions() {
  static const std::vector<std::string> expressions = {"$i",
                                                       "$c",
                                                       "$x",
                                                       "$i * 2 + $c",
                                                       "$x - $i",
                                                       "$i % 3",
                                                       "$b[$i]",
                                                       "$b[$i] + $c",
                                                       "0 - $b[$i]",
                                                       "$b[$i] + $d[$i]",
                                                       "$i > $c ? $x : $b[$i]",
                                                       "$b[$n - 1 - $i]"};
  return expressions;
}

const std::vector<WritingLoop>& writing_loops() {
  static const Claim is_written = {"", "$a[$k] == ($T)($e)"};
  static const std::vector<WritingLoop> loops = {
      {"for (int $i = 0; $i < $n; $i++) $a[$i] = ($T)($e);", {is_written}},
      {"for (int $i = $n - 1; $i >= 0; $i--) $a[$i] = ($T)($e);", {is_written}},
      {"int $i = 0; while ($i < $n) { $a[$i] = ($T)($e); ++$i; }", {is_written}},
      {"int $i = 0; for ($T *$m = $a; $m < $a + $n; ++$m, ++$i) *$m = ($T)($e);", {is_written}},
      {"for (int $i = 0; $i < $n; $i++) $b[$i] = $a[$i];", {{"", "$a[$k] == $b[$k]"}}},
      {"@copy($a, $b, $n);", {{"", "$a[$k] == $b[$k]"}}},
      {"@copy($a, $d, $n); @copy($b, $d, $n);", {{"", "$a[$k] == $b[$k]"}}},
      {"for (int $i = 0; $i < $n; $i += 2) $a[$i] = ($T)($e);", {{"$k % 2 == 0", is_written.condition}}},
      {"for (int $i = 0; $i < $n; $i++) if ($i % 2) $a[$i] = ($T)($e);", {{"$k % 2 == 1", is_written.condition}}},
      {"for (int $i = 0; $i < $n; $i++) { if ($a[$i] < $c) $a[$i] = $c; }", {{"", "$a[$k] >= $c"}}},
      {"for (int $i = 0; $i < $n; $i++) { if ($a[$i] > $c) { $b[$i] = 1; } else { $b[$i] = 0; } }",
       {{"$a[$k] > $c", "$b[$k] == 1"}, {"$b[$k] == 0", "$a[$k] <= $c"}, {"", "$b[$k] <= 1"}}},
      {"for (int $i = 1; $i < $n; $i++) $a[$i] = ($T)($a[$i - 1] + 1);",
       {{"$k > 0", "$a[$k] == ($T)($a[$k - 1] + 1)"},
        {"", "$a[$k] == ($T)($a[0] + $k)"},
        {"$k > 1", "$a[0] < $a[$k]"}}},
      {"$T $m = $a[0]; for (int $i = 1; $i < $n; $i++) if ($a[$i] > $m) $m = $a[$i];", {{"", "$a[$k] <= $m"}}},
      {"int $m = 0; for (int $i = 1; $i < $n; $i++) if ($a[$i] < $a[$m]) $m = $i;", {{"", "$a[$m] <= $a[$k]"}}},
      {"int $m = 0; while ($m < $n && $a[$m] != $x) $m++;",
       {{"$k < $m", "$a[$k] != $x"}, {"$k == $m", "$a[$k] == $x"}}},
      {"int $m = $n; for (int $i = 0; $i < $n; $i++) { if ($a[$i] == $c) { $m = $i; break; } }",
       {{"$k < $m", "$a[$k] != $c"}}},
      {"for (int $i = 0; $i < $n; $i++) { $T $m = $a[$i]; $a[$i] = $b[$i]; $b[$i] = $m; }", {{"", "$a[$k] != $b[$k]"}}},
      {"int $m = 0; for (int $i = 0; $i < $n; $i++) if ($b[$i] >= $c) $a[$m++] = $b[$i];",
       {{"$k < $m", "$a[$k] >= $c"}}},
      {"for (int $i = 0, $j = $n - 1; $i < $j; $i++, $j--) { $T $m = $a[$i]; $a[$i] = $a[$j]; $a[$j] = $m; }",
       {{"", "$a[$k] == $b[$n - 1 - $k]"}}},
      {"for (int $i = 0; $i + 1 < $n; $i++) if ($a[$i] > $a[$i + 1]) { $T $m = $a[$i]; $a[$i] = $a[$i + 1]; $a[$i + 1] "
       "= $m; }",
       {{"$n > 0", "$a[$k] <= $a[$n - 1]"}}},
      {"for (int $i = 0; $i < $n; $i++) for (int $j = $i; $j > 0 && $a[$j - 1] > $a[$j]; $j--) { $T $m = $a[$j]; "
       "$a[$j] = "
       "$a[$j - 1]; $a[$j - 1] = $m; }",
       {{"$k > 0", "$a[$k - 1] <= $a[$k]"}}},
      {"if ($n > 0) $a[(unsigned)$x % (unsigned)$n] = $c;", {{"", "$a[$k] == $c || $a[$k] == $b[$k]"}}},
      {"for (int $i = 0; $i < $n; $i++) { $a[$i] = ($T)($e); if ($a[$i] == $c) break; }", {is_written}},
      {"memset($a, 0, (size_t)$n * sizeof($T));", {{"", "$a[$k] == 0"}}},
      {"memmove($a, $d, (size_t)$n * sizeof($T));", {{"", "$a[$k] == $d[$k]"}}},
  };
  return loops;
}

/// $s is a claim as a statement, $f as a formula of ACSL; $q is how many elements it is about.
const std::vector<std::string>& checking_loops() {
  static const std::string usual = "for (int $k = 0; $k < $q; $k++) $s";
  // What is verified is the comment, what is executed the loop.
  static const std::string annotated =
      "CHECKED(for (int $k = 0; $k < $q; $k++) $s); //~ assert \\forall integer $k; 0 <= $k < $q ==> ($f);";
  static const std::vector<std::string> loops = {
      usual,
      usual,
      usual,
      "for (int $k = $q - 1; $k >= 0; $k--) $s",
      "int $k = 0; while ($k < $q) { $s $k++; }",
      "int $k = 0; if ($k < $q) do $s while (++$k < $q);",
      "for (unsigned char $k = 0; $k < $q; $k++) $s",
      "for (int $k = 1; $k < $q; $k += 3) $s",
      "for (int $k = 0; $k < $q; $k++) { if ($a[$k] == $c) continue; $s }",
      "for (int $k = 0; $k < $q; $k++) for (int $j = $k + 1; $j < $q; $j++) { if ($j == $c) $s }",
      "for (int $k = 0; $k < $q; $k++) for (int $j = 0; $j < $q; $j++) assert($k >= $j || $a[$k] <= $a[$j]);",
      "@check($a, $b, $q, $c);",
      annotated,
      annotated,
      // These do something else, too.
      "int $k; for ($k = 0; $k < $q; $k++) $s assert($k == $q || $q < 0);",
      "for (int $k = 0; $k < $q; $k++) { if ($a[$k] == $c) break; $s }",
      "int $m = 0; for (int $k = 0; $k < $q; $k++) { $s $m += $a[$k] > 0; } assert($m <= $q);",
      "int $m = $q; for (int $k = 0; $k < $m; $k++) { $s if ($a[$k] == $c) $m--; }",
      "for (int $k = 0; $k < $q; $k++) { $s $a[$k] = 0; }",
      "for (int $k = 0; $k < $q; $k++) { if ($a[$k] > $c) return 0; $s }",
      "for (int $k = 0; $k < $q; $k += $a[$k] == 0 ? 2 : 1) $s",
      "$T $m = 0; for (int $k = 0; $k < $q; $k++) { assert($k == 0 || $m <= $a[$k]); $m = $a[$k]; }",
      "for (int $k = 0; $k < $q; $k++) { $s @rounds++; }",
      "int $k = __VERIFIER_nondet_int(); if ($k >= 0 && $k < $q) $s",
  };
  return loops;
}

class ArrayProgramGenerator {
public:
  explicit ArrayProgramGenerator(const GeneratorOptions& options)
      : options_(options), random_(options.seed), type_(random_.one_of(element_types())),
        length_(random_.one_of(lengths())) {}

  std::string generate() {
    names_ = {{"$T", type_}, {"$L", std::to_string(length_)}, {"@", options_.prefix}};
    make_head();
    const bool has_parameters = random_.percent(30);
    const std::string entry = options_.prefix.empty() ? "main" : options_.prefix + "main";
    if (has_parameters) {
      text_ += "static $T @pool[3 * $L];\nstatic int @work($T *a, $T *b, $T *d, int n, short x) {\n";
    } else {
      text_ += "int " + entry + "(void) {\n";
      make_arrays();
      make_numbers();
    }
    make_body();
    text_ += "#ifndef NO_CHECKSUM\n  for (int i = 0; i < $L; i++) CHECK(a[i] * 5 + b[i] * 3 + d[i]);\n#endif\n  return "
             "0;\n}\n";
    if (has_parameters) {
      text_ += "int " + entry + "(void) {\n";
      make_numbers();
      // Sometimes one in the other.
      static const std::vector<std::string> second = {"@pool + $L", "@pool + $L", "@pool + 1", "@pool"};
      text_ += "  return @work(@pool, " + random_.one_of(second) + ", @pool + 2 * $L, n, x);\n}\n";
    }
    text_ += "#undef CHECK\n#undef CHECKED\n";
    std::string text = named(text_);
    std::ranges::replace(text, '~', '@'); // which would be the prefix in `named`
    return text;
  }

private:
  static const std::vector<std::string>& element_types() {
    static const std::vector<std::string> types = {"int",         "int",      "unsigned char", "short",
                                                   "signed char", "unsigned", "long"};
    return types;
  }
  static const std::vector<std::size_t>& lengths() {
    static const std::vector<std::size_t> choices = {3, 5, 8, 20, 100};
    return choices;
  }

  void make_head() {
    text_ = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n";
    for (const auto& [name, type] : input_functions) {
      text_ += "extern " + std::string(type) + " __VERIFIER_nondet_" + name + "(void);\n";
    }
    text_ += "unsigned long @checksum;\n#ifdef NO_CHECKSUM\n#define CHECK(value) ((void)(value))\n#else\n"
             "#define CHECK(value) (@checksum = @checksum * 33u + (unsigned long)(value))\n#endif\n"
             "#ifdef NO_CHECKSUM\n#define CHECKED(loop) {}\n#else\n#define CHECKED(loop) loop\n#endif\n"
             "static int @rounds;\n"
             "static void @copy($T *to, $T *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }\n"
             "static void @check($T *a, $T *b, int n, int c) { for (int k = 0; k < n; k++) assert(a[k] " +
             random_.one_of(relations()) + " b[k] + c); }\n";
  }

  static const std::vector<std::string>& relations() {
    static const std::vector<std::string> choices = {"==", "<=", ">=", "!="};
    return choices;
  }

  /// With contents.
  void make_arrays() {
    if (random_.percent(50)) {
      text_ += "  static $T a[$L], b[$L], d[$L];\n";
      return;
    }
    static const std::vector<std::string> contents = {"0", "i", "($T)__VERIFIER_nondet_short() % 100"};
    if (random_.percent(30)) {
      text_ += "  $T *a = malloc($L * sizeof($T)), *b = malloc($L * sizeof($T)), *d = malloc($L * sizeof($T));\n"
               "  if (!a || !b || !d) return 0;\n";
    } else {
      text_ += "  $T a[$L], b[$L], d[$L];\n";
    }
    text_ += "  for (int i = 0; i < $L; i++) { a[i] = " + random_.one_of(contents) +
             "; b[i] = " + random_.one_of(contents) + "; d[i] = i; }\n";
  }

  void make_numbers() {
    static const std::vector<std::string> bounds = {"__VERIFIER_nondet_int()", "__VERIFIER_nondet_uchar()", "$L",
                                                    "$L / 2"};
    text_ += "  int n = " + random_.one_of(bounds) + ";\n  if (n < 0 || n > $L) n = $L;\n";
    text_ += std::string("  short x = ") + (random_.percent(70) ? "__VERIFIER_nondet_short() % 1000" : "3") + ";\n";
  }

  void make_body() {
    const std::size_t loops = 1 + random_.below(3);
    for (std::size_t i = 0; i < loops; ++i) {
      make_writing_loop();
      if (random_.percent(25)) {
        make_checking_loop();
      }
    }
    make_checking_loop();
    if (random_.percent(30)) {
      make_checking_loop();
    }
  }

  void make_writing_loop() {
    const WritingLoop& loop = random_.one_of(writing_loops());
    choose_names();
    names_["$e"] = named(random_.one_of(element_expressions()));
    text_ += "  " + named(loop.text) + "\n";
    for (const Claim& claim : loop.claims) {
      // The index of the loop becomes that of the claim, which keeps its name until it is used.
      names_["$e"] = named(at_claimed_index(names_["$e"]));
      claims_.push_back({named(claim.guard), named(claim.condition)});
    }
  }

  [[nodiscard]] std::string at_claimed_index(std::string text) const {
    const std::string counter = names_.at("$i");
    for (std::size_t at = text.find(counter); at != std::string::npos; at = text.find(counter, at + 2)) {
      text.replace(at, counter.size(), "$k");
    }
    return text;
  }

  void make_checking_loop() {
    // Old claims may no longer hold.
    const std::size_t age =
        random_.percent(85) ? random_.below(std::min<std::size_t>(2, claims_.size())) : random_.below(claims_.size());
    Claim claim = claims_[claims_.size() - 1 - age];
    std::string bound = random_.percent(10) ? "$n - 1" : "$n";
    if (random_.percent(10) && claim.condition.find("n - 1 -") == std::string::npos) {
      bound = "$L"; // indices from the end would be negative there
    }
    if (random_.percent(options_.misuse_percent)) {
      bound = "$n + 1";
    }
    if (random_.percent(25)) {
      damage(claim);
    }
    choose_names();
    names_["$q"] = "(" + named(bound) + ")";
    const std::string assertion = "assert(" + claim.condition + ");";
    std::string statement = claim.guard.empty() ? assertion : "if (" + claim.guard + ") " + assertion;
    names_["$s"] = "{ " + statement + " }";
    names_["$f"] = (claim.guard.empty() ? "" : claim.guard + " ==> ") + "(" + claim.condition + ")";
    const std::string loop = named(random_.one_of(checking_loops()));
    names_["$k"] = "k" + std::to_string(next_);
    text_ += "  " + named(loop) + "\n";
    names_.erase("$k");
  }

  void damage(Claim& claim) {
    switch (random_.below(3)) {
    case 0:
      if (claim.condition.find("- 1]") == std::string::npos) { // else the guard is what keeps the index in the array
        claim.guard.clear();
      }
      break;
    case 1:
      claim.condition = "(" + claim.condition + ") && $k != " + std::to_string(random_.below(length_));
      break;
    default:
      if (const std::size_t at = claim.condition.find("=="); at != std::string::npos) {
        claim.condition.replace(at, 2, random_.one_of(relations()));
      }
    }
  }

  /// New ones for a loop, and its arrays in any order.
  void choose_names() {
    static const std::vector<std::array<const char*, 3>> orders = {
        {"a", "b", "d"}, {"a", "b", "d"}, {"b", "a", "d"}, {"d", "a", "b"}, {"b", "d", "a"}};
    const auto& order = orders[random_.below(orders.size())];
    const std::string number = std::to_string(++next_);
    names_["$a"] = order[0];
    names_["$b"] = order[1];
    names_["$d"] = order[2];
    names_["$n"] = "n";
    names_["$x"] = "x";
    names_["$c"] = std::to_string(random_.below(6));
    for (const char* local : {"i", "j", "m"}) {
      names_[std::string("$") + local] = local + number;
    }
  }

  /// What has no name yet stays.
  [[nodiscard]] std::string named(const std::string& text) const {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const std::size_t length = text[at] == '$' ? 2 : 1;
      const auto name = names_.find(text.substr(at, length));
      result += name != names_.end() ? name->second : text.substr(at, length);
      at += length - 1;
    }
    return result;
  }

  const GeneratorOptions& options_;
  Random random_;
  std::string type_;
  std::size_t length_;
  std::string text_;
  std::map<std::string, std::string> names_; ///< what stands for what
  std::vector<Claim> claims_;                ///< of the loops so far, with $k
  std::size_t next_ = 0;
};

} // namespace

std::string generate_array_program(const GeneratorOptions& options) {
  return ArrayProgramGenerator(options).generate();
}

} // namespace vouch::fuzz
