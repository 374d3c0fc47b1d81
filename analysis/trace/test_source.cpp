#include "analysis/trace/test_source.hpp"

#include "analysis/trace/c_literal.hpp"
#include "analysis/trace/contents_writer.hpp"
#include "analysis/trace/sanitizers.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::trace {
namespace {

using cfa::CProvider;
using cfa::CRole;
using cfa::CTypeKind;
using cfa::PropertyKind;

/// What a test prints begins with this word.
constexpr std::string_view mark = "vouch: ";

/// What inputs are for that say whether a text is longer than it has to be. What gives its length is over-approximated.
constexpr std::string_view text_length = "length of a text";

/// What a test that has a main of its own calls that of the program.
constexpr std::string_view name_for_main = "vouch_main_of_program";

std::string in_comment(std::string text) {
  for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) {
    text.replace(at, 2, "* /");
  }
  return text;
}

/// The text of the C expression in `assertion "x > 0" can fail`.
std::string asserted_text(const std::string& message) {
  const std::size_t begin = message.find('"');
  const std::size_t end = message.rfind('"');
  return begin != std::string::npos && end > begin ? message.substr(begin + 1, end - begin - 1) : std::string();
}

/// One result of a function that the test defines, and the call it is for.
struct Result {
  cfa::Integer value = 0;
  cfa::EdgeId call;
};

class TestWriter {
public:
  TestWriter(const cfa::Cfa& cfa, const cfa::CDeclarations& declarations, const cfa::EntryPoint& entry,
             const RecordedRun& run, const TestSubject& subject)
      : cfa_(cfa), declarations_(declarations), entry_(entry), run_(run), subject_(subject) {}

  TestText write() {
    const auto* target = std::get_if<ReachedTarget>(&run_.result.outcome);
    if (target == nullptr || !run_.at_entry) {
      test_.obstacle = "the run does not come to the violation: " + to_string(run_.result.outcome, cfa_);
      return std::move(test_);
    }
    property_ = cfa_.location(target->location).target->property;
    message_ = cfa_.location(target->location).target->message;
    sort_values();
    on_the_stack_ = write_stack_contents(cfa_, run_.found, std::string(renames_main() ? name_for_main : "main"));
    obstacle(on_the_stack_.obstacle);
    test_.places = on_the_stack_.places;
    test_.doubts.insert(test_.doubts.end(), on_the_stack_.doubts.begin(), on_the_stack_.doubts.end());
    if (test_.obstacle.empty()) {
      choose_flags();
      write_functions();
      write_start();
      finish();
    }
    return std::move(test_);
  }

private:
  [[nodiscard]] const cfa::CFunction& entry_function() const {
    const std::string& name = cfa_.function(entry_.function).name;
    return *std::ranges::find(declarations_.entries, name, &cfa::CFunction::name);
  }
  [[nodiscard]] const cfa::CFunction* undefined(const std::string& name) const {
    auto found = std::ranges::find(declarations_.undefined, name, &cfa::CFunction::name);
    return found != declarations_.undefined.end() ? &*found : nullptr;
  }
  [[nodiscard]] const cfa::CType& type(cfa::CTypeId index) const { return declarations_.types[index]; }

  /// None if the reason is empty.
  void obstacle(std::string reason) {
    if (test_.obstacle.empty()) {
      test_.obstacle = std::move(reason);
    }
  }

  // What the run asked for

  void sort_values() {
    if (run_.result.used_overapproximation) {
      return obstacle("the run needs a value that the engine only over-approximates");
    }
    for (const std::string& writer : run_.writers) {
      obstacle("the run depends on what \"" + writer + "\" writes to memory");
    }
    for (const AskedValue& value : run_.values) {
      const bool is_before_entry = cfa_.function(cfa_.location(cfa_.edge(value.edge).source).function).is_synthetic &&
                                   value.library_function.empty();
      const bool is_found = value.kind == cfa::InputKind::Uninitialised; // among `RecordedRun::found`
      if (is_found || is_before_entry || value.is_of_memory || value.kind == cfa::InputKind::Parameter) {
        continue; // part of the state at the entry
      } else if (value.origin == text_length) {
        continue; // the program prints what it prints
      } else if (value.kind == cfa::InputKind::Failure) {
        obstacle(value.value != 0 ? "the run needs an allocation that fails" : "");
      } else if (value.library_function.starts_with("__vouch_may")) {
        test_.doubts.emplace_back("the run depends on what functions of the library leave in errno");
      } else if (value.library_function.empty() || value.library_function == value.origin) {
        add_result(value);
      } else if (value.library_function.starts_with("__vouch_builtin")) {
        test_.doubts.emplace_back("the run depends on what a builtin of the compiler does");
      } else if (!is_replaceable(value.library_function)) {
        obstacle("the run depends on what the library function \"" + value.library_function + "\" does");
      }
    }
    for (const LibraryResult& result : run_.library_results) {
      if (is_replaceable(result.function)) {
        results_[result.function].push_back({result.value, result.call});
      }
    }
    if (run_.result.depends_on_addresses) {
      test_.doubts.emplace_back("the run depends on where objects are in memory");
    }
  }

  void add_result(const AskedValue& value) {
    const cfa::CFunction* function = undefined(value.origin);
    if (function == nullptr) {
      return obstacle("the run needs a value that no function gives: " + value.origin);
    }
    const CTypeKind kind = type(function->result).kind;
    const bool writes = takes_places(*function) || value.origin.ends_with("scanf");
    if (function->provider == CProvider::Library && writes) {
      return obstacle("the run depends on what the library function \"" + value.origin + "\" does");
    }
    if (kind == CTypeKind::Struct || kind == CTypeKind::Union || kind == CTypeKind::Other) {
      return obstacle("\"" + value.origin + "\" returns a struct");
    }
    const bool is_object =
        kind == CTypeKind::Pointer && value.value != 0 &&
        !run_.at_entry->memory.pointer_from_address(static_cast<std::uint64_t>(value.value)).provenance().is_none();
    if (is_object) {
      test_.doubts.push_back("\"" + value.origin + "\" returns a pointer to an object of the program");
    }
    results_[value.origin].push_back({value.value, value.edge});
  }

  /// Whether it may write where its arguments point to. What arguments without a name are, nothing says.
  [[nodiscard]] static bool takes_places(const cfa::CFunction& function) {
    if (function.is_variadic) {
      return true;
    }
    for (std::size_t at = function.heading.find('*'); at != std::string::npos;
         at = function.heading.find('*', at + 1)) {
      const std::size_t begin = function.heading.find_last_of("(,", at);
      const bool is_of_result = begin == std::string::npos;
      if (!is_of_result && function.heading.find("const", begin) > at) {
        return true;
      }
    }
    return false;
  }

  /// Whether the test can have its own version of a library function: one that gives a number and takes numbers.
  [[nodiscard]] bool is_replaceable(const std::string& name) const {
    const cfa::CFunction* function = undefined(name);
    if (function == nullptr || name.starts_with("__") || function->is_variadic) {
      return false;
    }
    const CTypeKind kind = type(function->result).kind;
    const bool gives_number = type(function->result).scalar && kind != CTypeKind::Pointer;
    return gives_number && function->heading.find('*') == std::string::npos &&
           function->heading.find('[') == std::string::npos;
  }

  // Flags, and how to recognise the failure

  void choose_flags() {
    const Sanitizers sanitizers = sanitizers_for(property_);
    if (!sanitizers.flags.empty()) {
      test_.flags = {"-g"};
      test_.flags.insert(test_.flags.end(), sanitizers.flags.begin(), sanitizers.flags.end());
      test_.flags.emplace_back("-fno-sanitize-recover=all");
    }
    const auto is_of_own_header = [](const auto& function) { return function.name.starts_with("__vouch_"); };
    if (std::ranges::any_of(declarations_.undefined, is_of_own_header)) {
      test_.flags.emplace_back("-DVOUCH_TEST"); // otherwise the statements of vouch.h are nothing
    }
    const std::string file = subject_.source.substr(subject_.source.rfind('/') + 1);
    const std::string place = file + ":" + std::to_string(subject_.line);
    if (property_ == PropertyKind::NullDereference) { // a call of a null pointer: no place is known
      test_.expected_output.push_back({"AddressSanitizer", "pc points to the zero page"});
    }
    for (const std::string& report : sanitizers.reports) {
      if (property_ == PropertyKind::MemoryLeak) {
        test_.expected_output.push_back({report});
      } else {
        test_.expected_output.push_back({report, place});
      }
    }
    if (!on_the_stack_.text.empty()) {
      const std::vector<std::string> for_frames = {"-O0", "-fno-omit-frame-pointer", "--param=asan-stack=0",
                                                   "-ftrivial-auto-var-init=uninitialized"};
      test_.flags.insert(test_.flags.end(), for_frames.begin(), for_frames.end());
    } else if (reads_uninitialised()) {
      test_.flags.emplace_back("-ftrivial-auto-var-init=zero");
    }
  }

  // Functions that the program does not define

  void write_functions() {
    for (const cfa::CFunction& function : declarations_.undefined) {
      const auto results = results_.find(function.name);
      if (results != results_.end()) {
        write_results(function, results->second);
      } else if (function.provider == CProvider::Nobody && !is_absent(function.weak_address)) {
        write_stub(function);
      }
    }
    const bool reports_calls = cfa::is_claim(property_) && !declarations_.error_functions.empty();
    if (reports_calls || !on_the_stack_.text.empty()) {
      write_hook(reports_calls ? declarations_.error_functions : std::vector<std::string>());
    }
    if (property_ == PropertyKind::Annotation) {
      obstacle("what stands in a comment is nothing to a compiler");
    }
    if (property_ == PropertyKind::Assertion) {
      const std::string asserted = asserted_text(message_);
      test_.expected_output.push_back({asserted.empty() ? "Assertion `" : "Assertion `" + asserted + "' failed"});
    }
  }

  /// Defines one that fails, asserts, assumes or allocates, or returns nothing in particular.
  void write_stub(const cfa::CFunction& function) {
    std::string heading = function.heading;
    const bool takes_condition = function.role == CRole::Asserts || function.role == CRole::Assumes;
    if (takes_condition && heading.ends_with("()")) {
      heading.replace(heading.size() - 1, 1, "argument1) int argument1;"); // as in the C of old
    }
    functions_ += heading + " {\n";
    switch (function.role) {
    case CRole::Fails:
      functions_ += "  vouch_fail(\"" + function.name + " was called\");\n";
      test_.expected_output.push_back({std::string(mark) + function.name + " was called"});
      needs_fail_ = true;
      break;
    case CRole::Asserts:
      functions_ += "  if (!argument1) {\n    vouch_fail(\"" + function.name + " got zero\");\n  }\n";
      test_.expected_output.push_back({std::string(mark) + function.name + " got zero"});
      needs_fail_ = true;
      break;
    case CRole::Assumes:
      functions_ += "  if (!argument1) {\n    vouch_leave(\"" + function.name + " got zero\");\n  }\n";
      needs_leave_ = true;
      break;
    case CRole::Allocates:
      functions_ += "  return __builtin_malloc(argument" + std::to_string(function.size_argument + 1) + ");\n";
      break;
    case CRole::Ordinary:
      write_nothing(function);
      break;
    }
    functions_ += "}\n\n";
  }

  void write_nothing(const cfa::CFunction& function) {
    if (function.ends_the_program) {
      functions_ += "  vouch_leave(\"" + function.name + " was called, which does not return\");\n";
      needs_leave_ = true;
    } else if (type(function.result).kind != CTypeKind::Void) {
      functions_ += "  static " + c_declaration(type(function.result), "nothing") + ";\n  return nothing;\n";
    }
  }

  void write_results(const cfa::CFunction& function, const std::vector<Result>& results) {
    const cfa::CType& result_type = type(function.result);
    functions_ += "/* What the calls of " + function.name + " return, one after the other. */\n";
    functions_ += function.heading + " {\n";
    if (result_type.kind == CTypeKind::Void) {
      functions_ += "}\n\n";
      return;
    }
    functions_ += "  static " + c_array_declaration(result_type, "results", "") + " = {\n";
    for (const Result& result : results) {
      functions_ += "      " + literal(result.value, result_type) + ", " + comment_on(result.call) + "\n";
    }
    functions_ += "  };\n  static unsigned calls = 0;\n";
    functions_ += "  if (calls == " + std::to_string(results.size()) + ") {\n    vouch_leave(\"" + function.name +
                  " is called more often\");\n  }\n  return results[calls++];\n}\n\n";
    needs_leave_ = true;
  }

  [[nodiscard]] static std::string literal(cfa::Integer value, const cfa::CType& type) {
    if (type.kind != CTypeKind::Pointer) {
      return c_literal(value, type);
    }
    return value == 0 ? "0" : "(void *)" + cfa::to_string(value) + "ul";
  }

  [[nodiscard]] std::string comment_on(cfa::EdgeId id) const {
    const cfa::Edge& edge = cfa_.edge(id);
    const cfa::Function& function = cfa_.function(cfa_.location(edge.source).function);
    std::string text = function.name + ", line " + std::to_string(edge.range.begin.line);
    return "/* " + in_comment(text + (edge.text.empty() ? "" : ": " + edge.text)) + " */";
  }

  /// The compiler is asked to report each call of a function: for those with a body that must not be called, and for
  /// what the program finds in local variables.
  void write_hook(const std::vector<std::string>& error_functions) {
    test_.flags.emplace_back("-finstrument-functions");
    functions_ += on_the_stack_.text;
    functions_ +=
        "/* Compiled with -finstrument-functions, the program calls this whenever it enters a function. */\n"
        "__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller) {\n"
        "  (void)caller;\n";
    if (!on_the_stack_.text.empty()) {
      functions_ += "  vouch_set_variables(function, __builtin_frame_address(1), __builtin_frame_address(0));\n";
    }
    for (const std::string& name : error_functions) {
      functions_ += "  if (function == (void *)" + name + ") {\n    vouch_fail(\"" + name + " was called\");\n  }\n";
      test_.expected_output.push_back({std::string(mark) + name + " was called"});
    }
    functions_ +=
        "}\n__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller) "
        "{\n  (void)function;\n  (void)caller;\n}\n\n";
    needs_fail_ = needs_fail_ || !error_functions.empty();
  }

  // The start

  [[nodiscard]] bool has_own_main() const {
    return entry_.kind != cfa::EntryKind::Program || entry_function().name != "main" ||
           !entry_function().parameters.empty();
  }

  [[nodiscard]] bool renames_main() const { return has_own_main() && declarations_.defines_main; }

  [[nodiscard]] bool reads_uninitialised() const { return !run_.found.empty(); }

  void write_start() {
    const cfa::CFunction& function = entry_function();
    ContentsWriter contents(cfa_, declarations_, *run_.at_entry);
    for (const cfa::CVariable& variable : declarations_.variables) {
      set_static(variable, contents);
    }
    const std::size_t of_variables = contents.statements().size();
    std::string arguments;
    if (has_own_main()) {
      for (const cfa::CVariable& parameter : function.parameters) {
        arguments += (arguments.empty() ? "" : ", ") + contents.argument(parameter);
      }
    }
    std::string statements;
    for (const std::string& statement : contents.statements()) {
      statements += "  " + statement + "\n";
    }
    for (const std::string& problem : contents.problems()) {
      obstacle(problem);
    }
    if (!has_own_main()) {
      if (of_variables != 0) {
        start_ = "/* What the variables hold that the program does not define. */\n"
                 "__attribute__((constructor, no_instrument_function)) static void vouch_set_variables(void) {\n" +
                 statements + "}\n";
      }
      return;
    }
    const std::string called = function.name == "main" ? std::string(name_for_main) : function.name;
    start_ = "/* Calls " + function.name + " as in the run that was found. */\nint main(void) {\n" + statements + "  " +
             called + "(" + arguments + ");\n  return 0;\n}\n";
  }

  /// Whether the run is one of a program that was linked without the weak symbol.
  [[nodiscard]] bool is_absent(cfa::VariableId weak_address) const {
    return weak_address.is_valid() && run_.at_entry->slots[weak_address.index()].address() == 0;
  }

  void set_static(const cfa::CVariable& variable, ContentsWriter& contents) {
    if (is_absent(variable.weak_address)) {
      return;
    }
    const bool is_missing = variable.provider == CProvider::Nobody;
    const bool is_free =
        is_missing || (entry_.kind == cfa::EntryKind::AnyCall && variable.provider == CProvider::Program);
    if (is_missing && variable.function.empty()) {
      variables_ += c_declaration_of(variable) + ";\n";
    }
    if (!is_free || type(variable.type).is_constant) {
      return;
    }
    if (variable.function.empty()) {
      contents.set(variable);
    } else if (is_anything_asked_of(variable)) {
      test_.doubts.push_back("the static variable \"" + variable.name + "\" in \"" + variable.function +
                             "\" holds another value than at the start of a program");
    }
  }

  [[nodiscard]] bool is_anything_asked_of(const cfa::CVariable& variable) const {
    return std::ranges::any_of(run_.values, [&](const AskedValue& value) {
      return value.kind == cfa::InputKind::Parameter && value.origin == variable.name && value.value != 0;
    });
  }

  [[nodiscard]] std::string c_declaration_of(const cfa::CVariable& variable) const {
    return c_declaration(type(variable.type), variable.name, variable.name);
  }

  // Everything together

  void finish() {
    const std::string reason = subject_.message + " (" + subject_.function + ", line " + std::to_string(subject_.line);
    std::string& text = test_.text;
    text =
        "/* A failing test that Vouch has made. It makes happen what Vouch found:\n *   " + in_comment(reason) + ")\n";
    if (reads_uninitialised()) {
      text += " * The program reads memory before it writes it; in this run, " +
              std::string(on_the_stack_.text.empty() ? "zero is found there.\n"
                                                     : "what is found there is part of the test.\n");
    }
    text += " */\n";
    if (renames_main()) {
      text += "#define main " + std::string(name_for_main) + " /* the test has a main of its own */\n";
    }
    text += "#include \"" + subject_.source + "\"\n";
    text += renames_main() ? "#undef main\n\n" : "\n";
    text += variables_ + (variables_.empty() ? "" : "\n");
    write_helpers(text);
    text += functions_ + start_;
  }

  void write_helpers(std::string& text) const {
    const bool has_address_sanitizer = uses_address_sanitizer(property_);
    if (has_address_sanitizer) {
      text += "__attribute__((no_instrument_function)) const char *__asan_default_options(void) {\n"
              "  return \"detect_stack_use_after_return=1:allocator_may_return_null=1:max_malloc_fill_size=" +
              std::string(reads_uninitialised() ? "1000000000" : "4096") +
              ":malloc_fill_byte=" + (reads_uninitialised() ? "0" : "190") + "\";\n}\n\n";
    } else if (reads_uninitialised()) {
      text += "/* Lets malloc return memory that is zero (M_PERTURB of glibc). */\n"
              "extern int vouch_mallopt(int, int) __asm__(\"mallopt\");\n"
              "__attribute__((constructor, no_instrument_function)) static void vouch_clear_memory(void) {\n"
              "  vouch_mallopt(-6, 255);\n}\n\n";
    }
    if (needs_fail_ || needs_leave_) {
      text += "extern int vouch_print(int stream, const char *format, ...) __asm__(\"dprintf\");\n";
    }
    if (needs_fail_) {
      text += "/* The failure that is expected. */\n"
              "__attribute__((no_instrument_function, noreturn)) static void vouch_fail(const char *what) {\n"
              "  vouch_print(2, \"" +
              std::string(mark) + "%s\\n\", what);\n  __builtin_abort();\n}\n";
    }
    if (needs_leave_) {
      text +=
          "extern void vouch_exit(int status) __asm__(\"exit\") __attribute__((noreturn));\n"; // no builtin of Clang
      text += "/* The program does not do what it did in the run that was found: it was changed, perhaps mended. */\n"
              "__attribute__((no_instrument_function, noreturn)) static void vouch_leave(const char *why) {\n"
              "  vouch_print(2, \"" +
              std::string(mark) +
              "not the run that was found: %s\\n\", why);\n"
              "  vouch_exit(0);\n}\n";
    }
    text += needs_fail_ || needs_leave_ ? "\n" : "";
  }

  const cfa::Cfa& cfa_;
  const cfa::CDeclarations& declarations_;
  const cfa::EntryPoint& entry_;
  const RecordedRun& run_;
  const TestSubject& subject_;
  TestText test_;
  PropertyKind property_ = PropertyKind::Assertion;
  std::string message_;
  std::map<std::string, std::vector<Result>> results_;
  StackContents on_the_stack_;
  bool needs_fail_ = false;
  bool needs_leave_ = false;
  std::string functions_;
  std::string variables_;
  std::string start_;
};

} // namespace

TestText write_test(const cfa::Cfa& cfa, const cfa::CDeclarations& declarations, const cfa::EntryPoint& entry,
                    const RecordedRun& run, const TestSubject& subject) {
  return TestWriter(cfa, declarations, entry, run, subject).write();
}

} // namespace vouch::trace
