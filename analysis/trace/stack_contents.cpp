#include "analysis/trace/stack_contents.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace vouch::trace {
namespace {

/// More than a reader or a compiler should have to bear.
constexpr std::size_t most_entries = 5'000;
constexpr unsigned most_bytes_of_entry = 8;
constexpr unsigned bits_per_byte = 8;

/// The text of a table with an entry for each value that is to be put somewhere.
class Table {
public:
  Table(const cfa::Cfa& cfa, const std::string& main_name) : cfa_(cfa), main_name_(main_name) {}

  void add(const FoundContents& found) {
    __extension__ const auto bits = static_cast<unsigned __int128>(found.bits);
    for (unsigned done = 0; done < found.size; done += most_bytes_of_entry) {
      const unsigned size = std::min(found.size - done, most_bytes_of_entry);
      const auto part = static_cast<std::uint64_t>(bits >> (bits_per_byte * done));
      const unsigned unused_bits = bits_per_byte * (most_bytes_of_entry - size);
      add_entry(found, found.offset + done, size, part << unused_bits >> unused_bits);
    }
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  std::vector<StackPlace> take_places() { return std::move(places_); }

  [[nodiscard]] std::string text() const {
    std::string names;
    for (const std::string& function : functions_) {
      names += (names.empty() ? "" : ", ") + ("(void *)" + function);
    }
    const std::string count = std::to_string(functions_.size());
    return "/* What the program finds in variables that it has not written: in which call of their function, and how\n"
           " * far the compiler puts them from the base of its frame. */\n"
           "static void *const vouch_functions[] = {" +
           names +
           "};\n"
           "static const struct {\n"
           "  unsigned function, call;\n  long place;\n  unsigned size;\n  unsigned long long value;\n"
           "} vouch_found[] = {\n" +
           entries_ +
           "};\n"
           "__attribute__((no_instrument_function)) static void vouch_set_variables(void *function, char *frame,\n"
           "                                                                                char *end) {\n"
           "  static unsigned calls[" +
           count +
           "];\n"
           "  unsigned called, i;\n"
           "  for (called = 0; called < " +
           count +
           " && vouch_functions[called] != function; ++called) {\n  }\n"
           "  if (called == " +
           count +
           ") {\n    return;\n  }\n"
           "  ++calls[called];\n"
           "  for (i = 0; i < sizeof vouch_found / sizeof *vouch_found; ++i) {\n"
           "    if (vouch_found[i].function == called && vouch_found[i].call == calls[called] &&\n"
           "        vouch_found[i].place < 0 && frame + vouch_found[i].place > end) {\n"
           "      __builtin_memcpy(frame + vouch_found[i].place, &vouch_found[i].value, vouch_found[i].size);\n"
           "    }\n  }\n}\n\n";
  }

private:
  void add_entry(const FoundContents& found, std::uint64_t offset, unsigned size, std::uint64_t value) {
    const cfa::Variable& variable = cfa_.variable(found.variable);
    const std::string place = place_of(found.variable) + (offset != 0 ? " + " + std::to_string(offset) : "");
    entries_ += "    {" + std::to_string(index_of(name_of(variable.function))) + ", " + std::to_string(found.call) +
                ", " + place + ", " + std::to_string(size) + ", " + std::to_string(value) + "u}, /* " + variable.name +
                ", line " + std::to_string(variable.declaration.begin.line) + " */\n";
    ++count_;
  }

  [[nodiscard]] const std::string& name_of(cfa::FunctionId function) const {
    const std::string& name = cfa_.function(function).name;
    return name == "main" ? main_name_ : name;
  }

  std::size_t index_of(const std::string& function) {
    const auto known = std::ranges::find(functions_, function);
    const auto index = static_cast<std::size_t>(known - functions_.begin());
    if (known == functions_.end()) {
      functions_.push_back(function);
    }
    return index;
  }

  std::string place_of(cfa::VariableId id) {
    const auto [known, is_new] = macros_.try_emplace(id, "vouch_place_" + std::to_string(macros_.size() + 1));
    if (is_new) {
      const cfa::Variable& variable = cfa_.variable(id);
      places_.push_back({known->second, name_of(variable.function), variable.name,
                         static_cast<unsigned>(variable.declaration.begin.line)});
    }
    return known->second;
  }

  const cfa::Cfa& cfa_;
  const std::string& main_name_;
  std::vector<std::string> functions_;
  std::map<cfa::VariableId, std::string> macros_;
  std::vector<StackPlace> places_;
  std::string entries_;
  std::size_t count_ = 0;
};

bool is_in_local_of_program(const cfa::Cfa& cfa, const FoundContents& found) {
  return found.variable.is_valid() && found.call != 0 &&
         !cfa.function(cfa.variable(found.variable).function).is_synthetic;
}

/// Bytes that follow each other in a variable and were found by the same edge, in one.
std::vector<FoundContents> joined(const std::vector<FoundContents>& found) {
  std::vector<FoundContents> result;
  for (const FoundContents& next : found) {
    FoundContents* last = result.empty() ? nullptr : &result.back();
    const bool is_continued = last != nullptr && next.variable.is_valid() && last->variable == next.variable &&
                              last->call == next.call && last->edge == next.edge &&
                              last->offset + last->size == next.offset && last->size < most_bytes_of_entry &&
                              next.size == 1;
    if (is_continued) {
      last->bits |= next.bits << (bits_per_byte * last->size);
      ++last->size;
    } else {
      result.push_back(next);
    }
  }
  return result;
}

/// Of each place in a variable what was found there first: nothing but the program changes a variable once its function
/// is entered. Where more was found, adds a doubt.
std::vector<FoundContents> first_of_each(const cfa::Cfa& cfa, const std::vector<FoundContents>& found,
                                         std::vector<std::string>& doubts) {
  std::map<std::tuple<cfa::VariableId, unsigned, std::uint64_t>, cfa::Integer> first;
  std::vector<FoundContents> result;
  for (const FoundContents& contents : found) {
    const auto place = std::tuple(contents.variable, contents.call, contents.offset);
    const auto [known, is_new] = first.try_emplace(place, contents.bits);
    if (is_new || !contents.variable.is_valid()) {
      result.push_back(contents);
    } else if (known->second != contents.bits) {
      doubts.push_back("\"" + cfa.variable(contents.variable).name +
                       "\" holds another value each time its block is entered");
    }
  }
  return result;
}

} // namespace

StackContents write_stack_contents(const cfa::Cfa& cfa, const std::vector<FoundContents>& found,
                                   const std::string& main_name) {
  StackContents result;
  if (std::ranges::all_of(found, [](const FoundContents& contents) { return contents.bits == 0; })) {
    return result;
  }
  Table table(cfa, main_name);
  for (const FoundContents& contents : joined(first_of_each(cfa, found, result.doubts))) {
    if (is_in_local_of_program(cfa, contents)) {
      table.add(contents);
    } else if (contents.bits != 0) {
      result.obstacle = "the run reads memory without a value at line " +
                        std::to_string(cfa.edge(contents.edge).range.begin.line) + ", which may hold anything";
      return result;
    }
  }
  if (table.size() > most_entries) {
    result.obstacle = "the run finds more in memory without a value than can be written down";
    return result;
  }
  result.text = table.text();
  result.places = table.take_places();
  return result;
}

} // namespace vouch::trace
