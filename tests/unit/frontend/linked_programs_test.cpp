#include "tests/support/temporary_folder.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gtest/gtest.h>
#include <map>
#include <sstream>

/// Clang's importer against Clang: a program that is called from another file has the automaton that it has alone.
namespace vouch::frontend {
namespace {

namespace fs = std::filesystem;

std::string range_text(const SourceRange& range) {
  return std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column);
}

/// A function with all that its edges say, except for texts and ends of places: of types the importer keeps no places.
std::string text_of(const cfa::Cfa& cfa, cfa::FunctionId id) {
  std::map<cfa::LocationId, std::size_t> numbers;
  auto number = [&](cfa::LocationId location) {
    return std::to_string(numbers.try_emplace(location, numbers.size()).first->second);
  };
  std::ostringstream text;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const bool is_return = std::holds_alternative<cfa::Return>(edge.operation);
    if (cfa.location(is_return ? edge.target : edge.source).function != id) {
      continue;
    }
    text << (is_return ? "" : number(edge.source)) << " -> ";
    text << (cfa.location(edge.target).function == id ? number(edge.target) : "");
    text << " at " << range_text(edge.range) << ": " << to_string(edge.operation, cfa.names());
    if (const auto& target = cfa.location(edge.target).target; target && !is_return) {
      text << " target: " << target->message;
    }
    for (cfa::VariableId mentioned : cfa::variables_mentioned(edge.operation)) {
      const cfa::Variable& variable = cfa.variable(mentioned);
      text << "\n    " << variable.name << " " << to_string(variable.type) << " " << variable.type_spelling << " "
           << static_cast<int>(variable.kind) << " " << static_cast<int>(variable.storage) << " " << variable.alignment
           << " at " << range_text(variable.declaration);
    }
    text << "\n";
  }
  return text.str();
}

/// Those of the program, and the models that it calls.
std::multimap<std::string, std::string> functions_of(const cfa::Cfa& cfa) {
  std::multimap<std::string, std::string> result;
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const cfa::Function& function = cfa.function(cfa::FunctionId(index));
    if (!function.name.starts_with("<") && function.name != "main" && !cfa.outgoing(function.entry).empty()) {
      result.emplace(function.name, text_of(cfa, cfa::FunctionId(index)));
    }
  }
  return result;
}

bool has_plain_main(const std::string& code) {
  return code.find("int main(void)") != std::string::npos || code.find("int main()") != std::string::npos;
}

class LinkedPrograms : public testing::Test {
protected:
  void compare(const fs::path& program) {
    std::ifstream stream(program);
    std::string code(std::istreambuf_iterator<char>(stream), {});
    if (!has_plain_main(code)) {
      return;
    }
    SourceInput alone;
    alone.path = (folder_.path() / "program.c").string();
    const std::string program_text = "#define main program\n" + code;
    const std::string start = "\n#undef main\nint main(void) { return program(); }\n";
    alone.unsaved[alone.path] = program_text + start;
    SourceInput linked = alone;
    linked.unsaved[alone.path] = program_text;
    linked.path = (folder_.path() / "main.c").string();
    linked.unsaved[linked.path] = "int program(void); int main(void) { return program(); }";
    Options options;
    options.properties.insert(options.properties.end(), {Property::Overflow, Property::Bounds});
    RunContext run;
    const Translation right = translate(linked, options, run);
    options.linking = vouch::Linking::None;
    const Translation left = translate(alone, options, run);
    if (!left.cfa || right.linked_files.empty()) {
      return;
    }
    ++compared_;
    EXPECT_EQ(functions_of(*left.cfa), functions_of(*right.cfa)) << program;
  }

  test::TemporaryFolder folder_;
  std::size_t compared_ = 0;
};

TEST_F(LinkedPrograms, AreWhatTheyAreAlone) {
  const std::string folder = folder_.path().string();
  std::string commands;
  for (const char* name : {"program.c", "main.c"}) {
    folder_.write(name, "");
    commands += std::string(commands.empty() ? "[" : ",") + R"({"directory": ")" + folder + R"(", "file": ")" + name +
                R"(", "command": "cc -std=gnu17 -c )" + name + R"("})";
  }
  folder_.write("compile_commands.json", commands + "]");
  for (const auto& entry : fs::directory_iterator(VOUCH_PROGRAMS)) {
    if (entry.path().extension() == ".c") {
      compare(entry.path());
    }
  }
  EXPECT_GT(compared_, 150U);
}

} // namespace
} // namespace vouch::frontend
