#include "tests/unit/smt/interpolation/trees.hpp"

#include <array>

namespace vouch::smt {

namespace {

enum Location : std::size_t {
  BeforeCall,
  BehindCall,
  BehindSecondCall,
  FunctionExit,
  OtherExit,
  OtherCall,
  OtherBehind,
  MainCall,
  MainReturn
};

} // namespace

TreeInterpolationProblem thesis_tree(TermManager& terms) {
  TreeBuilder b(terms);
  auto c = [&](const char* name) { return terms.constant(name, Sort::integer()); };
  Term p = b.symbol("p");
  Term r = b.symbol("r");
  Term x = b.symbol("x");
  b.add(terms.equal(c("a0"), b.number(2)), {}, MainCall, {{b.symbol("a"), c("a0")}});
  b.add(b.all({terms.equal(c("x0"), c("p0")), terms.less(b.number(0), c("x0"))}), {}, BeforeCall,
        {{p, c("p0")}, {x, c("x0")}});
  b.add(b.all({terms.equal(c("x1"), c("p1")), terms.less_equal(c("x1"), b.number(0)), terms.equal(c("r0"), c("x1"))}),
        {}, FunctionExit, {{p, c("p1")}, {r, c("r0")}});
  b.add(terms.equal(c("p1"), terms.subtract(c("x0"), b.number(1))), {1, 2}, BehindCall,
        {{p, c("p0")}, {x, c("x0")}, {r, c("r0")}});
  b.add(terms.equal(c("tmp0"), c("r0")), {3}, BehindSecondCall, {{p, c("p0")}, {b.symbol("tmp"), c("tmp0")}});
  b.add(terms.equal(c("r1"), terms.add(c("tmp0"), b.number(1))), {4}, FunctionExit, {{p, c("p0")}, {r, c("r1")}});
  b.add(terms.equal(c("p0"), c("a0")), {0, 5}, MainReturn, {{b.symbol("a"), c("a0")}, {r, c("r1")}});
  b.add(terms.equal(c("b0"), c("r1")), {6}, MainReturn + 1, {{b.symbol("b"), c("b0")}});
  b.add(terms.logical_not(terms.equal(c("b0"), b.number(2))), {7}, MainReturn + 2, {});
  return b.problem();
}

TreeInterpolationProblem sum_tree(TermManager& terms, int depth) {
  TreeBuilder b(terms);
  Term n = b.symbol("n");
  Term m = b.symbol("m");
  Term r = b.symbol("r");
  struct Activation {
    std::size_t exit;
    Term n, m, r;
  };
  std::function<Activation(int)> enter = [&](int left) -> Activation {
    Activation self{0, b.fresh("n"), b.fresh("m"), b.fresh("r")};
    if (left == 1) {
      self.exit = b.add(b.all({terms.less_equal(self.n, b.number(0)), terms.equal(self.r, self.m)}), {}, FunctionExit,
                        {{n, self.n}, {m, self.m}, {r, self.r}});
      return self;
    }
    std::size_t before = b.add(terms.less(b.number(0), self.n), {}, BeforeCall, {{n, self.n}, {m, self.m}});
    Activation callee = enter(left - 1);
    std::size_t behind = b.add(b.all({terms.equal(callee.n, terms.subtract(self.n, b.number(1))),
                                      terms.equal(callee.m, terms.add(self.m, b.number(1)))}),
                               {before, callee.exit}, BehindCall, {{n, self.n}, {m, self.m}, {r, callee.r}});
    self.exit = b.add(terms.equal(self.r, callee.r), {behind}, FunctionExit, {{n, self.n}, {m, self.m}, {r, self.r}});
    return self;
  };
  Term a = b.fresh("a");
  Term c = b.fresh("c");
  std::size_t call = b.add(b.all({terms.less_equal(b.number(0), a), terms.less_equal(b.number(0), c)}), {}, MainCall,
                           {{b.symbol("a"), a}, {b.symbol("c"), c}});
  Activation sum = enter(depth);
  std::size_t behind = b.add(b.all({terms.equal(sum.n, a), terms.equal(sum.m, c)}), {call, sum.exit}, MainReturn,
                             {{b.symbol("a"), a}, {b.symbol("c"), c}, {r, sum.r}});
  b.add(terms.logical_not(terms.equal(sum.r, terms.add(a, c))), {behind}, MainReturn + 1, {});
  return b.problem();
}

TreeInterpolationProblem identity_tree(TermManager& terms, int depth, int result) {
  TreeBuilder b(terms);
  Term n = b.symbol("n");
  Term r = b.symbol("r");
  struct Activation {
    std::size_t exit;
    Term n, r;
  };
  std::function<Activation(int)> enter = [&](int left) -> Activation {
    Activation self{0, b.fresh("n"), b.fresh("r")};
    if (left == 1) {
      self.exit = b.add(b.all({terms.equal(self.n, b.number(0)), terms.equal(self.r, b.number(0))}), {}, FunctionExit,
                        {{n, self.n}, {r, self.r}});
      return self;
    }
    std::size_t before = b.add(terms.logical_not(terms.equal(self.n, b.number(0))), {}, BeforeCall, {{n, self.n}});
    Activation callee = enter(left - 1);
    std::size_t behind = b.add(terms.equal(callee.n, terms.subtract(self.n, b.number(1))), {before, callee.exit},
                               BehindCall, {{n, self.n}, {r, callee.r}});
    self.exit = b.add(terms.equal(self.r, terms.add(callee.r, b.number(1))), {behind}, FunctionExit,
                      {{n, self.n}, {r, self.r}});
    return self;
  };
  Term a = b.fresh("a");
  std::size_t call = b.add(terms.equal(a, b.number(depth - 1)), {}, MainCall, {{b.symbol("a"), a}});
  Activation id = enter(depth);
  std::size_t behind = b.add(terms.equal(id.n, a), {call, id.exit}, MainReturn, {{b.symbol("a"), a}, {r, id.r}});
  b.add(terms.equal(id.r, b.number(result)), {behind}, MainReturn + 1, {});
  return b.problem();
}

TreeInterpolationProblem mccarthy_tree(TermManager& terms, int start) {
  TreeBuilder b(terms);
  Term n = b.symbol("n");
  Term r = b.symbol("r");
  Term t = b.symbol("t");
  struct Activation {
    std::size_t exit;
    int result;
    Term n, r;
  };
  std::function<Activation(int)> enter = [&](int value) -> Activation {
    Activation self{0, 0, b.fresh("n"), b.fresh("r")};
    const Substitution at_exit{{n, self.n}, {r, self.r}};
    if (value > 100) {
      self.result = value - 10;
      self.exit =
          b.add(b.all({terms.less(b.number(100), self.n), terms.equal(self.r, terms.subtract(self.n, b.number(10)))}),
                {}, FunctionExit, at_exit);
      return self;
    }
    std::size_t before = b.add(terms.less_equal(self.n, b.number(100)), {}, BeforeCall, {{n, self.n}});
    Activation inner = enter(value + 11);
    std::size_t between = b.add(terms.equal(inner.n, terms.add(self.n, b.number(11))), {before, inner.exit}, BehindCall,
                                {{n, self.n}, {t, inner.r}});
    Activation outer = enter(inner.result);
    std::size_t behind =
        b.add(terms.equal(outer.n, inner.r), {between, outer.exit}, BehindSecondCall, {{n, self.n}, {t, outer.r}});
    self.exit = b.add(terms.equal(self.r, outer.r), {behind}, FunctionExit, at_exit);
    self.result = outer.result;
    return self;
  };
  Term a = b.fresh("a");
  std::size_t call = b.add(terms.less_equal(a, b.number(101)), {}, MainCall, {{b.symbol("a"), a}});
  Activation whole = enter(start);
  std::size_t behind =
      b.add(terms.equal(whole.n, a), {call, whole.exit}, MainReturn, {{b.symbol("a"), a}, {r, whole.r}});
  b.add(terms.logical_not(terms.equal(whole.r, b.number(91))), {behind}, MainReturn + 1, {});
  return b.problem();
}

TreeInterpolationProblem hanoi_tree(TermManager& terms, int depth) {
  TreeBuilder b(terms);
  Term n = b.symbol("n");
  Term r = b.symbol("r");
  struct Activation {
    std::size_t exit;
    Term n, r;
  };
  std::function<Activation(int)> enter = [&](int left) -> Activation {
    Activation self{0, b.fresh("n"), b.fresh("r")};
    if (left == 1) {
      self.exit = b.add(b.all({terms.equal(self.n, b.number(1)), terms.equal(self.r, b.number(1))}), {}, FunctionExit,
                        {{n, self.n}, {r, self.r}});
      return self;
    }
    std::size_t before = b.add(terms.logical_not(terms.equal(self.n, b.number(1))), {}, BeforeCall, {{n, self.n}});
    Activation callee = enter(left - 1);
    std::size_t behind = b.add(terms.equal(callee.n, terms.subtract(self.n, b.number(1))), {before, callee.exit},
                               BehindCall, {{n, self.n}, {r, callee.r}});
    Term twice = terms.multiply(b.number(2), callee.r);
    self.exit =
        b.add(terms.equal(self.r, terms.add(twice, b.number(1))), {behind}, FunctionExit, {{n, self.n}, {r, self.r}});
    return self;
  };
  Term a = b.fresh("a");
  std::size_t call = b.add(terms.less_equal(b.number(1), a), {}, MainCall, {{b.symbol("a"), a}});
  Activation hanoi = enter(depth);
  std::size_t behind =
      b.add(terms.equal(hanoi.n, a), {call, hanoi.exit}, MainReturn, {{b.symbol("a"), a}, {r, hanoi.r}});
  b.add(terms.less(hanoi.r, a), {behind}, MainReturn + 1, {});
  return b.problem();
}

TreeInterpolationProblem even_odd_tree(TermManager& terms, int depth) {
  TreeBuilder b(terms);
  Term n = b.symbol("n");
  Term r = b.symbol("r");
  struct Activation {
    std::size_t exit;
    Term n, r;
  };
  std::function<Activation(int, bool)> enter = [&](int left, bool even) -> Activation {
    Activation self{0, b.fresh("n"), b.fresh("r")};
    const Substitution at_exit{{n, self.n}, {r, self.r}};
    const std::size_t exit = even ? FunctionExit : OtherExit;
    if (left == 1) {
      self.exit = b.add(b.all({terms.equal(self.n, b.number(0)), terms.equal(self.r, b.number(even ? 1 : 0))}), {},
                        exit, at_exit);
      return self;
    }
    std::size_t before =
        b.add(terms.logical_not(terms.equal(self.n, b.number(0))), {}, even ? BeforeCall : OtherCall, {{n, self.n}});
    Activation callee = enter(left - 1, !even);
    std::size_t behind = b.add(terms.equal(callee.n, terms.subtract(self.n, b.number(1))), {before, callee.exit},
                               even ? BehindCall : OtherBehind, {{n, self.n}, {r, callee.r}});
    self.exit = b.add(terms.equal(self.r, callee.r), {behind}, exit, at_exit);
    return self;
  };
  Term a = b.fresh("a");
  std::size_t call = b.add(terms.less_equal(b.number(0), a), {}, MainCall, {{b.symbol("a"), a}});
  Activation even = enter(depth, true);
  std::size_t behind = b.add(terms.equal(even.n, a), {call, even.exit}, MainReturn, {{b.symbol("a"), a}, {r, even.r}});
  b.add(b.all({terms.equal(even.r, b.number(1)), terms.equal(terms.modulo(a, b.number(2)), b.number(1))}), {behind},
        MainReturn + 1, {});
  return b.problem();
}

std::string describe(const TreeInterpolationResult& result) {
  if (const auto* interpolants = std::get_if<TreeInterpolants>(&result)) {
    return interpolants->engine;
  }
  if (const auto* declined = std::get_if<Declined>(&result)) {
    return "declined: " + declined->reason;
  }
  if (const auto* undecided = std::get_if<Undecided>(&result)) {
    return "undecided: " + undecided->reason;
  }
  return "feasible";
}

} // namespace vouch::smt
