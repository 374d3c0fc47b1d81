#include "analysis/refinement/feasibility.hpp"

#include "analysis/smt/terms/circuit_size.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>

namespace vouch::refinement {
namespace {

constexpr std::chrono::milliseconds feasibility_limit{30000};
/// So many Z3 makes of a formula before it searches; it looks at its limit of time when they are made.
constexpr std::uint64_t gates_per_millisecond = 1000;
/// Of the time that is left, for the runs that are asked for first.
constexpr int part_for_likely_runs = 4;

/// An input on the path that the model chose, in the renamed constants of the whole chain.
struct InputOnPath {
  const cfa::Input* input = nullptr;
  smt::Term value;
  std::vector<smt::Term> arguments;
};

/// A value that the model reads from memory on the `step`-th edge.
struct LoadOnPath {
  std::size_t step = 0;
  cfa::ExpressionRef load = nullptr;
  smt::Term value;
};

/// An object that the `step`-th edge makes.
struct ObjectOnPath {
  std::size_t step = 0;
  smt::Term address;
};

struct ChosenPath {
  std::vector<cfa::EdgeId> edges;
  std::vector<InputOnPath> inputs;
  std::vector<LoadOnPath> loads;
  std::vector<ObjectOnPath> objects;
};

/// Adds a step of the path, whose terms become what `in_query` makes of them.
void add_step(ChosenPath& path, const domains::PathStep& step, const cfa::Cfa& cfa,
              const std::function<smt::Term(const smt::Term&)>& in_query) {
  if (!step.edge.is_valid()) {
    return;
  }
  for (const smt::LoadSite& site : step.step.loads) {
    path.loads.push_back({path.edges.size(), site.load, in_query(site.value)});
  }
  if (!step.step.made.is_null()) {
    path.objects.push_back({path.edges.size(), in_query(step.step.made)});
  }
  path.edges.push_back(step.edge);
  for (const smt::InputSite& site : step.step.inputs) {
    InputOnPath input{std::get_if<cfa::Input>(&cfa.edge(site.edge).operation), in_query(site.value), {}};
    std::ranges::transform(site.arguments, std::back_inserter(input.arguments), in_query);
    path.inputs.push_back(std::move(input));
  }
}

ChosenPath choose_path(const std::vector<ChainSegment>& chain, const ChainInstance& instance, TheoryView bits,
                       const cfa::Cfa& cfa, const smt::Model& model) {
  ChosenPath result;
  for (std::size_t block = 0; block < chain.size(); ++block) {
    const auto in_query = [&](const smt::Term& term) { return instance.renamed(term, block); };
    auto holds = [&](const smt::Term& term) { return model.holds(in_query(term)); };
    for (const domains::PathStep& step : bits.paths.path(chain[block].paths, holds)) {
      add_step(result, step, cfa, in_query);
    }
  }
  return result;
}

/// "Equal arguments give equal results" for every two calls on the path of the same external function.
std::vector<smt::Term> purity_constraints(const std::vector<InputOnPath>& inputs, smt::TermManager& terms) {
  std::vector<smt::Term> constraints;
  auto is_external = [](const InputOnPath& input) {
    return input.input != nullptr && input.input->kind == cfa::InputKind::External && !input.arguments.empty();
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t j = 0; j < i && is_external(inputs[i]); ++j) {
      const InputOnPath& a = inputs[i];
      const InputOnPath& b = inputs[j];
      if (!is_external(b) || a.input->origin != b.input->origin || a.arguments.size() != b.arguments.size() ||
          !(a.value.sort() == b.value.sort())) {
        continue;
      }
      std::vector<smt::Term> equal_arguments;
      for (std::size_t k = 0; k < a.arguments.size(); ++k) {
        if (!(a.arguments[k].sort() == b.arguments[k].sort())) {
          equal_arguments.clear();
          break;
        }
        equal_arguments.push_back(terms.equal(a.arguments[k], b.arguments[k]));
      }
      if (!equal_arguments.empty()) {
        constraints.push_back(terms.implies(terms.logical_and(equal_arguments), terms.equal(a.value, b.value)));
      }
    }
  }
  return constraints;
}

/// The model's value of an input as the program would see it.
cfa::Integer input_value(const InputOnPath& input, const smt::Model& model, const cfa::Cfa& cfa) {
  cfa::Integer value = model.value(input.value).value_or(0);
  if (input.input != nullptr) {
    const cfa::Type& type = cfa.variable(input.input->target).type;
    if (cfa::as_integer(type) != nullptr || cfa::is_pointer(type)) {
      return cfa::wrap(value, type);
    }
  }
  return value;
}

void note_functions(core::ErrorPath& path, const smt::Encoder& encoder) {
  const auto note = [&](cfa::Integer value) {
    if (const std::optional<cfa::FunctionId> function = encoder.function_at(value)) {
      path.functions.emplace(value, *function);
    }
  };
  std::ranges::for_each(path.inputs, note);
  std::ranges::for_each(path.loads, note, &core::ErrorPath::LoadedValue::value);
}

/// What is asked about paths, and how a path is read off a model.
struct PathQuestion {
  std::vector<smt::Term> formulas;
  smt::Term heap_top; ///< at the start of the paths
  cfa::LocationId target;
  std::function<ChosenPath(const smt::Model&)> choose;
};

/// Whether there is a model in which functions without a definition are functions; and the path that is read off it. The solver
/// may take as long as `limit`.
Feasibility decide_query(const PathQuestion& question, smt::TermManager& terms, const smt::Encoder& encoder,
                         const cfa::Cfa& cfa, std::chrono::milliseconds limit, RunContext& context) {
  smt::Solver solver(terms, context, smt::SolverStrategy::OneQuery);
  for (const smt::Term& formula : question.formulas) {
    solver.add(formula);
  }
  // Purity is asked for on the path that the model took; other models take other paths, hence the loop. It ends because
  // each round rules out at least the model at hand.
  constexpr int max_rounds = 20;
  bool needs_impurity = false;
  for (int round = 0; round < max_rounds; ++round) {
    smt::SolverAnswer answer = solver.check(limit);
    if (const auto* undecided = std::get_if<smt::Undecided>(&answer)) {
      return UndecidedPath{"solver gave up: " + undecided->reason};
    }
    if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
      if (needs_impurity) {
        return UndecidedPath{
            "a function without a definition would have to return different values for equal arguments"};
      }
      return InfeasiblePath{};
    }
    const smt::Model& model = std::get<smt::Satisfiable>(answer).model;
    ChosenPath chosen = question.choose(model);
    std::vector<smt::Term> purity = purity_constraints(chosen.inputs, terms);
    smt::Term pure = terms.logical_and(purity);
    if (purity.empty() || model.holds(pure)) {
      core::ErrorPath path;
      path.edges = std::move(chosen.edges);
      path.target = question.target;
      for (const InputOnPath& input : chosen.inputs) {
        path.inputs.push_back(input_value(input, model, cfa));
      }
      for (const LoadOnPath& load : chosen.loads) {
        path.loads.push_back({load.step, load.load, model.value(load.value).value_or(0)});
      }
      for (const ObjectOnPath& object : chosen.objects) {
        path.objects.push_back({object.step, model.value(object.address).value_or(0)});
      }
      note_functions(path, encoder);
      return FeasiblePath{std::move(path)};
    }
    needs_impurity = true;
    solver.add(pure);
  }
  return UndecidedPath{"a function without a definition returned different values for equal arguments"};
}

bool mentions(const std::vector<smt::Term>& formulas, const smt::Term& constant, smt::TermManager& terms) {
  return std::ranges::any_of(formulas, [&](const smt::Term& formula) {
    const std::vector<smt::Term>& constants = terms.constants(formula);
    return std::ranges::find(constants, constant) != constants.end();
  });
}

/// First of the runs whose first object lies where the heap begins: there, the addresses of all objects are numbers, and
/// what is read finds what was written before anything is searched for. Then of all.
Feasibility decide_question(const PathQuestion& question, smt::TermManager& terms, smt::Encoder& encoder,
                            const cfa::Cfa& cfa, RunContext& context) {
  if (mentions(question.formulas, question.heap_top, terms)) {
    PathQuestion likely = question;
    likely.formulas.push_back(terms.equal(question.heap_top, encoder.address(smt::HeapBase{})));
    const std::chrono::milliseconds limit = context.remaining(feasibility_limit) / part_for_likely_runs;
    Feasibility found = decide_query(likely, terms, encoder, cfa, limit, context);
    if (std::holds_alternative<FeasiblePath>(found)) {
      return found;
    }
  }
  return decide_query(question, terms, encoder, cfa, feasibility_limit, context);
}

} // namespace

Feasibility decide(const std::vector<ChainSegment>& chain, smt::TermManager& terms, TheoryView bits,
                   const cfa::Cfa& cfa, RunContext& context) {
  const ChainInstance instance(chain, relations_of(chain, bits), terms, bits);
  std::vector<smt::Term> formulas = instance.formulas();
  formulas.push_back(instance.background());
  const auto choose = [&](const smt::Model& model) { return choose_path(chain, instance, bits, cfa, model); };
  const smt::Term heap_top = instance.renamed(bits.encoder.indexed(bits.encoder.heap_top(), 0), 0);
  return decide_question({std::move(formulas), heap_top, chain.back().end->location, choose}, terms, bits.encoder, cfa,
                         context);
}

Feasibility decide(domains::PathSimulation& paths, domains::PathFormulaId id, smt::TermManager& terms,
                   smt::Encoder& bits, const cfa::Cfa& cfa, RunContext& context) {
  return decide(paths, id, terms.boolean(true), terms, bits, cfa, context);
}

Feasibility decide(domains::PathSimulation& paths, domains::PathFormulaId id, const smt::Term& besides,
                   smt::TermManager& terms, smt::Encoder& bits, const cfa::Cfa& cfa, RunContext& context) {
  const std::optional<smt::Term> along = paths.condition(id, domains::most_terms_for_solvers, context);
  if (!along) {
    return UndecidedPath{"too large a formula"};
  }
  const smt::Term condition = terms.logical_and(*along, besides);
  const auto milliseconds = static_cast<std::uint64_t>(context.remaining(feasibility_limit).count());
  if (smt::circuit_size(condition) > gates_per_millisecond * milliseconds) {
    throw Interrupted{Interruption::Timeout};
  }
  const auto choose = [&](const smt::Model& model) {
    ChosenPath chosen;
    for (const domains::PathStep& step : paths.path(id, [&](const smt::Term& term) { return model.holds(term); })) {
      add_step(chosen, step, cfa, [](const smt::Term& term) { return term; });
    }
    return chosen;
  };
  const smt::Term heap_top = bits.indexed(bits.heap_top(), 0);
  Feasibility result =
      decide_question({{condition, bits.background(condition)}, heap_top, {}, choose}, terms, bits, cfa, context);
  if (auto* feasible = std::get_if<FeasiblePath>(&result)) {
    const std::vector<cfa::EdgeId>& edges = feasible->path.edges;
    feasible->path.target = edges.empty() ? cfa::LocationId() : cfa.edge(edges.back()).target;
  }
  return result;
}

} // namespace vouch::refinement
