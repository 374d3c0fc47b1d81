#include "tests/unit/smt/interpolation/path_families.hpp"

#include <stdexcept>

namespace vouch::smt {

namespace {

/// Short names for making formulas.
struct Maker {
  TermManager& terms;
  Sort word = Sort::bitvector(32);

  [[nodiscard]] Term n(int value) const { return terms.integer(value); }
  [[nodiscard]] Term b(int value) const { return terms.bitvector(value, 32); }
  [[nodiscard]] Term eq(const Term& x, const Term& y) const { return terms.equal(x, y); }
  [[nodiscard]] Term ne(const Term& x, const Term& y) const { return terms.logical_not(terms.equal(x, y)); }
  [[nodiscard]] Term lt(const Term& x, const Term& y) const { return terms.less(x, y); }
  [[nodiscard]] Term le(const Term& x, const Term& y) const { return terms.less_equal(x, y); }
  [[nodiscard]] Term plus(const Term& x, int value) const { return terms.add(x, n(value)); }
  [[nodiscard]] Term bplus(const Term& x, int value) const {
    return terms.bitvector_binary(TermManager::BitvectorOperator::Add, x, b(value));
  }
  [[nodiscard]] Term bless(const Term& x, const Term& y) const {
    return terms.bitvector_compare(TermManager::BitvectorRelation::SignedLess, x, y);
  }
  [[nodiscard]] Term all(const std::vector<Term>& formulas) const { return terms.logical_and(formulas); }
  [[nodiscard]] Term any(const std::vector<Term>& formulas) const { return terms.logical_or(formulas); }
};

PathFamily integer_family(const Maker& m, const std::string& name) {
  const Sort I = Sort::integer();
  if (name == "const") { // x >= 0
    return {{{"x", I}},
            [=](const State& s) { return m.eq(s[0], m.n(0)); },
            [=](const State& s, const State& t, int) { return m.eq(t[0], m.plus(s[0], 1)); },
            [=](const State& s) { return m.lt(s[0], m.n(0)); }};
  }
  if (name == "nonneg") { // x >= 0, with a choice in the step
    return {{{"x", I}},
            [=](const State& s) { return m.le(m.n(0), s[0]); },
            [=](const State& s, const State& t, int) { return m.any({m.eq(t[0], m.plus(s[0], 1)), m.eq(t[0], s[0])}); },
            [=](const State& s) { return m.lt(s[0], m.n(0)); }};
  }
  if (name == "count") { // y = 2i
    return {{{"i", I}, {"y", I}, {"n", I}},
            [=](const State& s) { return m.all({m.eq(s[0], m.n(0)), m.eq(s[1], m.n(0)), m.le(m.n(0), s[2])}); },
            [=](const State& s, const State& t, int) {
              return m.all(
                  {m.lt(s[0], s[2]), m.eq(t[0], m.plus(s[0], 1)), m.eq(t[1], m.plus(s[1], 2)), m.eq(t[2], s[2])});
            },
            [=](const State& s) { return m.all({m.le(s[2], s[0]), m.ne(s[1], m.terms.multiply(m.n(2), s[0]))}); }};
  }
  if (name == "swap") { // x + y = n
    return {{{"x", I}, {"y", I}, {"n", I}},
            [=](const State& s) { return m.all({m.le(m.n(0), s[2]), m.eq(s[0], s[2]), m.eq(s[1], m.n(0))}); },
            [=](const State& s, const State& t, int) {
              return m.all(
                  {m.lt(m.n(0), s[0]), m.eq(t[0], m.plus(s[0], -1)), m.eq(t[1], m.plus(s[1], 1)), m.eq(t[2], s[2])});
            },
            [=](const State& s) { return m.all({m.eq(s[0], m.n(0)), m.ne(s[1], s[2])}); }};
  }
  if (name == "bound") { // i <= n
    return {{{"i", I}, {"n", I}},
            [=](const State& s) { return m.all({m.eq(s[0], m.n(0)), m.lt(m.n(0), s[1])}); },
            [=](const State& s, const State& t, int) {
              return m.all({m.lt(s[0], s[1]), m.eq(t[0], m.plus(s[0], 1)), m.eq(t[1], s[1])});
            },
            [=](const State& s) { return m.all({m.le(s[1], s[0]), m.ne(s[0], s[1])}); }};
  }
  if (name == "branch") { // x = y, with branches in the step
    return {{{"x", I}, {"y", I}, {"b", I}},
            [=](const State& s) { return m.all({m.eq(s[0], m.n(0)), m.eq(s[1], m.n(0))}); },
            [=](const State& s, const State& t, int) {
              auto both = [&](int by) { return m.all({m.eq(t[0], m.plus(s[0], by)), m.eq(t[1], m.plus(s[1], by))}); };
              return m.any({m.all({m.lt(m.n(0), s[2]), both(1)}), m.all({m.le(s[2], m.n(0)), both(2)})});
            },
            [=](const State& s) { return m.ne(s[0], s[1]); }};
  }
  if (name == "mod") { // x is even
    return {{{"x", I}, {"y", I}},
            [=](const State& s) { return m.all({m.eq(s[0], m.n(0)), m.eq(s[1], m.n(0))}); },
            [=](const State& s, const State& t, int) {
              return m.all({m.eq(t[0], m.plus(s[0], 2)), m.eq(t[1], m.terms.add(s[1], s[0]))});
            },
            [=](const State& s) { return m.ne(m.terms.modulo(s[0], m.n(2)), m.n(0)); }};
  }
  if (name == "wrap") { // count in 32-bit unsigned arithmetic, written with integers; i <= n, both in range
    const Term turn = m.terms.integer(cfa::Integer{1} << 32U);
    const Term highest = m.terms.subtract(turn, m.n(1));
    auto in_range = [=](const Term& x) { return m.all({m.le(m.n(0), x), m.le(x, highest)}); };
    auto incremented = [=](const Term& x) {
      Term sum = m.plus(x, 1);
      return m.terms.if_then_else(m.lt(highest, sum), m.terms.subtract(sum, turn), sum);
    };
    return {{{"i", I}, {"s", I}, {"n", I}},
            [=](const State& s) { return m.all({m.eq(s[0], m.n(0)), m.eq(s[1], m.n(0)), in_range(s[2])}); },
            [=](const State& s, const State& t, int) {
              return m.all(
                  {m.lt(s[0], s[2]), m.eq(t[0], incremented(s[0])), m.eq(t[1], incremented(s[1])), m.eq(t[2], s[2])});
            },
            [=](const State& s) { return m.all({m.le(s[2], s[0]), m.ne(s[1], s[2])}); }};
  }
  throw std::logic_error("no such family: " + name);
}

PathFamily array_family(const Maker& m, const std::string& name, int length) {
  const Sort I = Sort::integer();
  const Sort A = Sort::array(I, I);
  TermManager& terms = m.terms;
  if (name == "arr") { // a[0] = 5 and i >= 1
    return {
        {{"a", A}, {"i", I}},
        [=, &terms](const State& s) { return m.all({m.eq(terms.select(s[0], m.n(0)), m.n(5)), m.eq(s[1], m.n(1))}); },
        [=, &terms](const State& s, const State& t, int) {
          return m.all({m.eq(t[0], terms.store(s[0], s[1], s[1])), m.eq(t[1], m.plus(s[1], 1))});
        },
        [=, &terms](const State& s) { return m.ne(terms.select(s[0], m.n(0)), m.n(5)); }};
  }
  if (name == "heap") { // memory[p] = 1 and p != q
    return {{{"m", A}, {"p", I}, {"q", I}, {"i", I}},
            [=, &terms](const State& s) {
              return m.all({m.ne(s[1], s[2]), m.eq(terms.select(s[0], s[1]), m.n(1)), m.eq(s[3], m.n(0))});
            },
            [=, &terms](const State& s, const State& t, int) {
              return m.all({m.eq(t[0], terms.store(s[0], s[2], s[3])), m.eq(t[3], m.plus(s[3], 1)), m.eq(t[1], s[1]),
                            m.eq(t[2], s[2])});
            },
            [=, &terms](const State& s) { return m.ne(terms.select(s[0], s[1]), m.n(1)); }};
  }
  if (name ==
      "cellcount") { // memory[p] <= i, in some rounds one more; elsewhere in the same array there are other stores
    return {{{"m", A}, {"p", I}, {"b", I}, {"i", I}},
            [=, &terms](const State& s) { return m.all({m.eq(terms.select(s[0], s[1]), m.n(0)), m.eq(s[3], m.n(0))}); },
            [=, &terms](const State& s, const State& t, int) {
              const Term other = terms.store(s[0], terms.add(m.plus(s[1], 4), s[3]), s[2]);
              const Term counted = terms.store(other, s[1], m.plus(terms.select(other, s[1]), 1));
              return m.all({m.lt(s[3], m.n(500)), m.eq(t[3], m.plus(s[3], 1)), m.eq(t[1], s[1]),
                            m.any({m.all({m.lt(m.n(0), s[2]), m.eq(t[0], counted)}),
                                   m.all({m.le(s[2], m.n(0)), m.eq(t[0], other)})})});
            },
            [=, &terms](const State& s) { return m.le(m.n(1000), terms.select(s[0], s[1])); }};
  }
  if (name == "arrinit") { // k < i implies a[k] = 7
    return {{{"a", A}, {"i", I}, {"k", I}},
            [=](const State& s) { return m.all({m.eq(s[1], m.n(0)), m.le(m.n(0), s[2]), m.lt(s[2], m.n(length))}); },
            [=, &terms](const State& s, const State& t, int) {
              return m.all(
                  {m.eq(t[0], terms.store(s[0], s[1], m.n(7))), m.eq(t[1], m.plus(s[1], 1)), m.eq(t[2], s[2])});
            },
            [=, &terms](const State& s) { return m.all({m.lt(s[2], s[1]), m.ne(terms.select(s[0], s[2]), m.n(7))}); }};
  }
  return integer_family(m, name);
}

PathFamily bitvector_family(const Maker& m, const std::string& name, int length) {
  using Operator = TermManager::BitvectorOperator;
  const Sort B = m.word;
  TermManager& terms = m.terms;
  if (name == "bvbound") { // i <= 1000
    return {{{"i", B}},
            [=](const State& s) { return m.eq(s[0], m.b(0)); },
            [=](const State& s, const State& t, int) {
              return m.all({m.bless(s[0], m.b(1000)), m.eq(t[0], m.bplus(s[0], 1))});
            },
            [=](const State& s) { return m.bless(m.b(1000), s[0]); }};
  }
  if (name == "bvpar") { // the lowest bit of x is 0
    return {{{"x", B}},
            [=](const State& s) { return m.eq(s[0], m.b(0)); },
            [=](const State& s, const State& t, int) {
              return m.any({m.eq(t[0], m.bplus(s[0], 2)), m.eq(t[0], m.bplus(s[0], 4))});
            },
            [=, &terms](const State& s) { return m.ne(terms.bitvector_binary(Operator::And, s[0], m.b(1)), m.b(0)); }};
  }
  if (name == "bvcount") { // y = 2i, in bits
    return {{{"i", B}, {"y", B}, {"n", B}},
            [=](const State& s) { return m.all({m.eq(s[0], m.b(0)), m.eq(s[1], m.b(0))}); },
            [=, &terms](const State& s, const State& t, int) {
              return m.all({terms.bitvector_compare(TermManager::BitvectorRelation::UnsignedLess, s[0], s[2]),
                            m.eq(t[0], m.bplus(s[0], 1)), m.eq(t[1], m.bplus(s[1], 2)), m.eq(t[2], s[2])});
            },
            [=, &terms](const State& s) {
              return m.all({terms.bitvector_compare(TermManager::BitvectorRelation::UnsignedLessEqual, s[2], s[0]),
                            m.ne(s[1], terms.bitvector_binary(Operator::Multiply, m.b(2), s[0]))});
            }};
  }
  if (name == "bvarr") { // memory[p] = 1 and p != q, all in words
    const Sort M = Sort::array(B, B);
    return {{{"m", M}, {"p", B}, {"q", B}, {"i", B}},
            [=, &terms](const State& s) {
              return m.all({m.ne(s[1], s[2]), m.eq(terms.select(s[0], s[1]), m.b(1)), m.eq(s[3], m.b(0))});
            },
            [=, &terms](const State& s, const State& t, int) {
              return m.all({m.eq(t[0], terms.store(s[0], s[2], s[3])), m.eq(t[3], m.bplus(s[3], 1)), m.eq(t[1], s[1]),
                            m.eq(t[2], s[2])});
            },
            [=, &terms](const State& s) { return m.ne(terms.select(s[0], s[1]), m.b(1)); }};
  }
  return array_family(m, name, length);
}

/// `for (i = 0; i < n; i++) s++; for (i = 0; i < n; i++) s--; assert(s == 0);` needs s = i, then s = n - i.
PathFamily two_loops(const Maker& m, int length) {
  const Sort I = Sort::integer();
  const int middle = length / 2;
  return {{{"i", I}, {"s", I}, {"n", I}},
          [=](const State& s) { return m.all({m.eq(s[0], m.n(0)), m.eq(s[1], m.n(0)), m.le(m.n(0), s[2])}); },
          [=](const State& s, const State& t, int round) {
            if (round == middle) {
              return m.all({m.le(s[2], s[0]), m.eq(t[0], m.n(0)), m.eq(t[1], s[1]), m.eq(t[2], s[2])});
            }
            return m.all({m.lt(s[0], s[2]), m.eq(t[0], m.plus(s[0], 1)),
                          m.eq(t[1], m.plus(s[1], round < middle ? 1 : -1)), m.eq(t[2], s[2])});
          },
          [=](const State& s) { return m.all({m.le(s[2], s[0]), m.ne(s[1], m.n(0))}); },
          [=](int round) { return round < middle ? std::size_t{1} : std::size_t{2}; }};
}

} // namespace

PathFamily path_family(TermManager& terms, const std::string& name, int length) {
  Maker maker{terms};
  return name == "twoloops" ? two_loops(maker, length) : bitvector_family(maker, name, length);
}

InterpolationProblem path_problem(TermManager& terms, const PathFamily& family, int length) {
  auto state = [&](int index) {
    State result;
    for (const auto& [name, sort] : family.symbols) {
      result.push_back(terms.constant(name + "_" + std::to_string(index), sort));
    }
    return result;
  };
  auto mapping = [&](const State& values) {
    Substitution result;
    for (std::size_t i = 0; i < values.size(); ++i) {
      result.emplace_back(terms.constant(family.symbols[i].first, family.symbols[i].second), values[i]);
    }
    return result;
  };
  InterpolationProblem problem;
  problem.steps.push_back({family.initial(state(0)), {}, mapping(state(0)), family.location(-1)});
  for (int round = 0; round < length; ++round) {
    State before = state(round);
    State after = state(round + 1);
    problem.steps.push_back(
        {family.step(before, after, round), mapping(before), mapping(after), family.location(round)});
  }
  problem.steps.push_back({family.error(state(length)), mapping(state(length)), {}, 99});
  return problem;
}

} // namespace vouch::smt
