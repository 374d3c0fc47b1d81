#include "analysis/smt/encoding/encoder.hpp"
#include "analysis/smt/terms/solver.hpp"
#include "tests/fuzz/executed_programs.hpp"

#include <algorithm>
#include <cstring>
#include <iostream>

/// Checks that formulas have all the solutions that runs have: C programs are executed, and the formula of each
/// executed path, with every number in a register fixed to the value that it had, must not be refuted, in either
/// theory.
namespace vouch::fuzz {
namespace {

struct ExecutedEdge {
  cfa::EdgeId edge;
  std::vector<std::pair<cfa::VariableId, cfa::Integer>> written;
};

/// The edges of a run up to a limit or to a call that is recursive: encoded paths have one activation of each function.
class RunRecorder : public trace::RunObserver {
public:
  RunRecorder(const cfa::Cfa& cfa, std::size_t limit)
      : cfa_(cfa), limit_(limit), is_active_(cfa.function_count(), false) {}

  void executed(cfa::EdgeId id, const trace::Machine& machine) override {
    const cfa::Operation& operation = cfa_.edge(id).operation;
    if (const auto* call = std::get_if<cfa::Call>(&operation)) {
      has_ended_ = has_ended_ || is_active_[call->callee.index()];
      is_active_[call->callee.index()] = true;
    } else if (std::holds_alternative<cfa::Return>(operation)) {
      is_active_[cfa_.location(cfa_.edge(id).source).function.index()] = false;
    }
    has_ended_ = has_ended_ || edges_.size() == limit_ || std::holds_alternative<cfa::Unsupported>(operation);
    if (has_ended_) {
      return;
    }
    ExecutedEdge executed{id, {}};
    for (cfa::VariableId variable : cfa::variables_written(operation)) {
      const cfa::Type& type = cfa_.variable(variable).type;
      const trace::Value& value = machine.slots[variable.index()];
      if (cfa::as_integer(type) != nullptr) {
        executed.written.emplace_back(variable, cfa::wrap(value.integer(), type));
      } else if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
        cfa::Integer bits = 0;
        std::memcpy(&bits, value.bytes(), format->width / 8);
        executed.written.emplace_back(variable, bits);
      }
    }
    edges_.push_back(std::move(executed));
  }

  [[nodiscard]] const std::vector<ExecutedEdge>& edges() const { return edges_; }

private:
  const cfa::Cfa& cfa_;
  std::size_t limit_;
  std::vector<bool> is_active_;
  std::vector<ExecutedEdge> edges_;
  bool has_ended_ = false;
};

enum class Judgement { Consistent, Undecided, Excluded };

/// Whether the formula of the first `count` edges excludes the values that were seen.
Judgement judge(const std::vector<ExecutedEdge>& edges, std::size_t count, const cfa::Cfa& cfa,
                const facts::MemoryRegions& regions, smt::Theory theory) {
  smt::TermManager terms;
  RunContext context;
  smt::Encoder encoder(terms, cfa, regions, theory);
  std::vector<smt::Term> conjuncts;
  smt::SsaMap ssa;
  for (std::size_t i = 0; i < count; ++i) {
    smt::EncodedStep step = encoder.encode(edges[i].edge, ssa);
    ssa = step.out;
    conjuncts.push_back(step.formula);
    for (const auto& [variable, value] : edges[i].written) {
      smt::SymbolId symbol = encoder.symbol_of(variable);
      smt::Term constant = encoder.indexed(symbol, ssa[symbol]);
      conjuncts.push_back(terms.equal(constant, encoder.constant(value, cfa.variable(variable).type)));
    }
  }
  smt::Term path = terms.logical_and(conjuncts);
  smt::Solver solver(terms, context, smt::SolverStrategy::OneQuery);
  solver.add(path);
  solver.add(encoder.background(path));
  smt::SolverAnswer answer = solver.check(std::chrono::seconds(3));
  if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
    return Judgement::Excluded;
  }
  return std::holds_alternative<smt::Undecided>(answer) ? Judgement::Undecided : Judgement::Consistent;
}

struct Totals {
  std::size_t runs = 0;
  std::size_t edges = 0;
  std::size_t undecided = 0;
  std::size_t excluded = 0;
  std::size_t noticed = 0; ///< of the runs with one wrong value: those that were excluded
};

/// The run with another value for what was assigned last. Formulas that allow this, too, say nothing.
std::vector<ExecutedEdge> falsified(std::vector<ExecutedEdge> edges, const cfa::Cfa& cfa) {
  auto is_assignment = [&](const ExecutedEdge& executed) {
    return !executed.written.empty() && !cfa::is_float(cfa.variable(executed.written.front().first).type) &&
           std::holds_alternative<cfa::Assign>(cfa.edge(executed.edge).operation);
  };
  auto last = std::find_if(edges.rbegin(), edges.rend(), is_assignment);
  if (last != edges.rend()) {
    auto& [variable, value] = last->written.front();
    value = cfa::wrap(value + 1, cfa.variable(variable).type);
  }
  return edges;
}

/// The shortest prefix that is excluded ends with the edge to look at.
void report(const std::vector<ExecutedEdge>& edges, const cfa::Cfa& cfa, const facts::MemoryRegions& regions,
            smt::Theory theory) {
  std::size_t consistent = 0;
  std::size_t excluded = edges.size();
  while (excluded - consistent > 1) {
    std::size_t middle = (consistent + excluded) / 2;
    bool is_excluded = judge(edges, middle, cfa, regions, theory) == Judgement::Excluded;
    (is_excluded ? excluded : consistent) = middle;
  }
  const cfa::Edge& edge = cfa.edge(edges[excluded - 1].edge);
  std::cout << "  excluded in the theory of " << (theory == smt::Theory::Integers ? "integers" : "bit-vectors")
            << " by edge " << excluded << ": " << to_string(edge.range) << ": "
            << cfa::to_string(edge.operation, cfa.names());
  for (const auto& [variable, value] : edges[excluded - 1].written) {
    std::cout << "; " << cfa.variable(variable).name << " = " << cfa::to_string(value);
  }
  std::cout << "\n";
}

void check(const testkit::InterpretedProgram& program, const std::string& name, const ProgramChoice& choice,
           std::size_t most_edges, Totals& totals) {
  facts::MemoryRegions regions(program.cfa());
  for (std::size_t run = 0; run < choice.runs; ++run) {
    MixedInputs inputs = inputs_of(choice, run);
    RunRecorder recorder(program.cfa(), most_edges);
    program.interpreter().run(program.start(), inputs, {.steps = 4 * most_edges}, &recorder);
    ++totals.runs;
    totals.edges += recorder.edges().size();
    for (smt::Theory theory : {smt::Theory::Integers, smt::Theory::Bitvectors}) {
      Judgement judgement = judge(recorder.edges(), recorder.edges().size(), program.cfa(), regions, theory);
      totals.undecided += judgement == Judgement::Undecided ? 1 : 0;
      if (judgement == Judgement::Excluded) {
        ++totals.excluded;
        std::cout << name << ", run " << run << "\n";
        report(recorder.edges(), program.cfa(), regions, theory);
      }
    }
    std::vector<ExecutedEdge> wrong = falsified(recorder.edges(), program.cfa());
    Judgement judgement = judge(wrong, wrong.size(), program.cfa(), regions, smt::Theory::Bitvectors);
    totals.noticed += judgement == Judgement::Excluded ? 1 : 0;
  }
}

int run(const ProgramChoice& choice, std::size_t most_edges) {
  Totals totals;
  for_each_program(choice, [&](const testkit::InterpretedProgram& program, const std::string& name) {
    check(program, name, choice, most_edges, totals);
  });
  std::cout << totals.runs << " runs, " << totals.edges << " edges, " << totals.undecided << " undecided, "
            << totals.excluded << " excluded, " << totals.noticed << " noticed with a wrong value\n";
  bool says_something = totals.noticed > 0 || totals.runs == 0;
  return totals.excluded == 0 && says_something ? 0 : 1;
}

} // namespace
} // namespace vouch::fuzz

int main(int argument_count, char** arguments) {
  vouch::fuzz::ProgramChoice choice;
  std::size_t most_edges = 300;
  CLI::App app(
      "Generates programs (or takes the files), executes each with several inputs, and compares the paths with their "
      "formulas. Exit status 1 if a formula excludes its run, or if none excludes a run with a wrong value.");
  vouch::fuzz::add_options(app, choice);
  app.add_option("--edges", most_edges, "of each path at most");
  CLI11_PARSE(app, argument_count, arguments);
  return vouch::fuzz::run(choice, most_edges);
}
