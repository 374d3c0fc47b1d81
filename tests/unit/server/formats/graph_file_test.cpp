#include "server/formats/graph_file.hpp"
#include "server/formats/graph_to_json.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace vouch::server {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// `f` is called by the program and by itself; its result is that of node 3.
EntryGraphs recursion() {
  ReachabilityGraph program{"program",
                            0,
                            {{0, "main", "a.c", 7, {{"call stack", "main"}}, {}, false, {}, std::nullopt},
                             {1, "f", "a.c", 2, {{"predicates", "x <= \"9\\"}}, {}, false, {}, 1},
                             {2, "f", "a.c", 5, {}, {}, false, {}, std::nullopt},
                             {4, "main", "", 0, {}, {"call of \"error\"\n"}, true, {}, std::nullopt}},
                            {{0, 1, "f(\"x\\n\")", {}}, {1, 2, "", {3}}, {2, 4, "", {}}}};
  ReachabilityGraph function{"function f",
                             0,
                             {{0, "f", "a.c", 2, {}, {}, false, {}, std::nullopt},
                              {1, "f", "a.c", 2, {}, {}, false, {}, 1},
                              {3, "f", "a.c", 5, {}, {}, false, {}, std::nullopt},
                              {5, "f", "a.c", 5, {}, {}, false, {3}, std::nullopt}},
                             {{0, 1, "f(x - 1)", {}}, {1, 3, "", {3}}, {0, 5, "", {}}}};
  return {"main", "predicates", {program, function}, 12};
}

FileReport file_with_graphs() {
  FileReport file;
  file.path = "a.c";
  file.graphs = {recursion()};
  return file;
}

/// Reads the part of the Graphviz language that is written here: nested `subgraph`s, attributes `name="text";`, nodes
/// and edges with `[...]`. Throws if there is anything else.
class DotReader {
public:
  explicit DotReader(const std::string& text) : text_(text) {
    expect("digraph");
    word();
    block();
    blanks();
    if (at_ != text_.size()) {
      fail();
    }
  }

  std::map<std::string, std::string> labels;                        ///< of nodes
  std::map<std::pair<std::string, std::string>, std::string> edges; ///< attributes
  std::vector<std::string> titles;                                  ///< of clusters

private:
  [[noreturn]] void fail() const { throw std::runtime_error("no DOT behind: " + text_.substr(0, at_)); }
  void blanks() { at_ = std::min(text_.find_first_not_of(" \n", at_), text_.size()); }
  bool accept(const std::string& token) {
    blanks();
    const bool is_there = text_.compare(at_, token.size(), token) == 0;
    at_ += is_there ? token.size() : 0;
    return is_there;
  }
  void expect(const std::string& token) {
    if (!accept(token)) {
      fail();
    }
  }
  std::string word() {
    blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      ++at_;
    }
    if (at_ == begin) {
      fail();
    }
    return text_.substr(begin, at_ - begin);
  }
  std::string quoted() {
    expect("\"");
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\n') {
        fail();
      }
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    const std::string result = text_.substr(begin, at_ - begin);
    expect("\"");
    return result;
  }
  std::map<std::string, std::string> attributes() {
    std::map<std::string, std::string> result;
    while (!accept("]")) {
      const std::string name = word();
      expect("=");
      blanks();
      result[name] = text_[at_] == '"' ? quoted() : word();
      accept(",");
    }
    return result;
  }
  void block() {
    expect("{");
    while (!accept("}")) {
      const std::string name = word();
      if (name == "subgraph") {
        word();
        block();
      } else if (accept("=")) {
        titles.push_back(quoted());
        expect(";");
      } else if (accept("->")) {
        const std::string target = word();
        expect("[");
        auto known = attributes();
        edges[{name, target}] += known["style"] + ":" + known["label"] + ";";
        expect(";");
      } else {
        expect("[");
        auto known = attributes();
        if (name != "node" && name != "edge") {
          labels[name] = known["label"];
        }
        expect(";");
      }
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

TEST(GraphsAsDot, HaveAClusterForEachGraph) {
  const std::string text = graphs_as_dot(std::vector{file_with_graphs()});
  const DotReader dot(text);
  EXPECT_THAT(dot.titles, testing::ElementsAre("a.c: main, predicates, 12 more nodes", "program", "function f"));
  EXPECT_EQ(dot.labels.size(), 8U);
  EXPECT_EQ(dot.labels.at("n_0_0_0_1"), "1  f  a.c:2\\lpredicates: x <= \\\"9\\\\\\l");
  EXPECT_THAT(dot.labels.at("n_0_0_0_4"), HasSubstr("target: call of"));
}

TEST(GraphsAsDot, LinkNodesToTheGraphsThatTheyUse) {
  const std::string text = graphs_as_dot(std::vector{file_with_graphs()});
  const DotReader dot(text);
  for (const auto& [ends, style] : dot.edges) {
    EXPECT_TRUE(dot.labels.contains(ends.first) && dot.labels.contains(ends.second)) << ends.first << ends.second;
  }
  EXPECT_EQ(dot.edges.at({"n_0_0_0_1", "n_0_0_1_0"}), "bold:uses;");
  EXPECT_EQ(dot.edges.at({"n_0_0_1_1", "n_0_0_1_0"}), "bold:uses;") << "recursion";
  EXPECT_EQ(dot.edges.at({"n_0_0_1_3", "n_0_0_0_2"}), "dotted:leaves to;");
  EXPECT_EQ(dot.edges.at({"n_0_0_1_5", "n_0_0_1_3"}), "dashed:covered by;");
}

TEST(GraphsAsDot, LeaveOutLinksToNodesThatWereLeftOut) {
  FileReport file = file_with_graphs();
  file.graphs[0].graphs[1].nodes.clear();
  file.graphs[0].graphs[1].edges.clear();
  const std::string text = graphs_as_dot(std::vector{file});
  const DotReader dot(text);
  for (const auto& [ends, style] : dot.edges) {
    EXPECT_TRUE(dot.labels.contains(ends.first) && dot.labels.contains(ends.second)) << ends.first << ends.second;
  }
}

TEST(GraphsAsDot, OfSeveralFilesHaveNamesOfTheirOwn) {
  const std::string text = graphs_as_dot(std::vector{file_with_graphs(), FileReport(), file_with_graphs()});
  EXPECT_EQ(DotReader(text).labels.size(), 16U);
}

TEST(GraphsAsJson, ComeBackAsTheyWere) {
  const auto json = nlohmann::json::parse(graphs_as_json(std::vector{file_with_graphs()}));
  EXPECT_EQ(json["files"][0]["path"], "a.c");
  EXPECT_EQ(json["files"][0]["entries"][0].get<EntryGraphs>(), recursion());
  EXPECT_EQ(json["files"][0]["entries"][0]["graphs"][1]["nodes"][1]["usesGraph"], 1);
}

TEST(WriteGraphs, ChoosesTheFormatByTheName) {
  const std::filesystem::path folder = testing::TempDir();
  auto content = [](const std::filesystem::path& path) {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::vector<FileReport> files = {file_with_graphs()};
  EXPECT_THAT(write_graphs(files, folder / "graphs.dot"), IsEmpty());
  EXPECT_EQ(content(folder / "graphs.dot"), graphs_as_dot(files));
  EXPECT_THAT(write_graphs(files, folder / "graphs.json"), IsEmpty());
  EXPECT_EQ(content(folder / "graphs.json"), graphs_as_json(files));
  EXPECT_THAT(write_graphs(files, folder / "missing" / "graphs.dot"), HasSubstr("No such file"));
}

} // namespace
} // namespace vouch::server
