#!/usr/bin/env python3
"""Mistakes in the analysis of blocks.

Those called E are errors of the thesis that block-abstraction memoization for recursive procedures comes from (Friedberger,
"Block-abstraction memoization as an approach to verify recursive procedures", Passau 2015), taken literally: what its
algorithms 9 to 11 and 14 say, in the form in which this engine could say it.
"""

import sys

import mutants
from mutants import Mutant

MEMOIZATION = "analysis/bam/block_memoization.cpp"
TREE = "analysis/refinement/predicates/path_tree.cpp"
NESTED = "analysis/refinement/predicates/unfolded_path.cpp"
BAM = ("{build}/bin/test_bam", "--gtest_filter=BlockMemoization*")
REFINEMENT = ("{build}/bin/test_refinement", "--gtest_filter=PredicateRefiner*:PathTree*:*TreeOf*")
LAWS = ("{build}/bin/test_laws", "--gtest_filter=BlockLaws.*")


def mutant(name, file, old, new, targets=("test_bam", "test_refinement"), commands=(BAM, REFINEMENT), seconds=120):
    return Mutant(name, file, old, new, targets, commands, seconds)


MUTANTS = [
    # The new element is on the stack already when the stack is searched: every call is recursive, and has no result.
    mutant("E1 a call covers itself", MEMOIZATION,
           "    if (!memoization_.is_on_stack(used) && !memoization_.is_finished(used) &&"
           " !memoization_.at(used).gives_way) {",
           "    if (memoization_.is_on_stack(used) && memoization_.is_finished(used)) {"),
    # What a recursive call brings back lies at the exit of the function, as if the outer activation were there.
    mutant("E2 the exit of an inner activation is taken for the block's own", MEMOIZATION,
           "  return analysis_.call_depth(state) == 0 && std::binary_search(",
           "  return std::binary_search("),
    # The first state of a block's own analysis lies where the block is entered.
    mutant("E3 a block is entered from its own first state", MEMOIZATION,
           "    const bool is_inside = block == own.block && memoization_.analysis_.call_depth(state) == 0;",
           "    const bool is_inside = false;"),
    mutant("E3 a loop is entered from within", MEMOIZATION,
           "    const bool is_inside = block == own.block && memoization_.analysis_.call_depth(state) == 0;",
           "    const bool is_inside = node == own.reached.arg().root() && block == own.block;"),
    # `main` may be entered again and again, each time in a state that was seen.
    mutant("E4 a recursive main is not looked for on the stack", MEMOIZATION,
           "    if (!covers(analysis_, root.state, state, precision)) {",
           "    const facts::Block& entered = program_.blocks.block(block);\n"
           "    const bool is_main = entered.kind == facts::BlockKind::Function &&\n"
           "                         program_.cfa.function(entered.function).name == \"main\";\n"
           "    if (is_main || !covers(analysis_, root.state, state, precision)) {"),
    # What was incomplete when a target was found is taken for complete behind a refinement.
    mutant("E5 users are not told of new exits", MEMOIZATION,
           "    if (!analysis.reached.waitlist().contains(user.node) && has_unseen_exit(use->second)) {\n"
           "      analysis.reached.requeue(user.node);\n"
           "      ++statistics_.readded;\n"
           "      is_new = true;",
           "    if (false) {\n"
           "      is_new = true;"),
    mutant("E5 the first look at the end is the last one", MEMOIZATION,
           "  while (!stack_.empty() || push_unfinished()) {",
           "  while (!stack_.empty()) {"),
    mutant("E5 what was seen before a target was found counts as all", MEMOIZATION,
           "      if (is_current(analysis, node, use) && !analysis.reached.waitlist().contains(node)"
           " && has_unseen_exit(use)) {",
           "      if (false) {",
           targets=("test_bam", "test_refinement", "test_laws"), commands=(BAM, REFINEMENT, LAWS)),
    # The called function's nodes are lost, or hang in the caller's chain.
    mutant("E10 a call's end is no child of the node with the call", TREE,
           "          node.children.push_back(add(*inner.inside, &inner));",
           "          last = add(*inner.inside, &inner);"),
    mutant("E10 the called function is a link of its caller's chain", TREE,
           "      if (last) {\n"
           "        node.children.push_back(*last);\n"
           "      }",
           "      if (!last && !tree_.nodes.empty()) {\n"
           "        last = tree_.nodes.size() - 1;\n"
           "      }\n"
           "      if (last && segment.calls.empty()) {\n"
           "        node.children.push_back(*last);\n"
           "      }"),
    mutant("E10 what is said behind a call is about the function's own variables", TREE,
           "        const bool is_handed_back = node.left_by != nullptr && node.left_by->after.contains(symbol);",
           "        const bool is_handed_back = false;"),
    mutant("E10 every end of a call is the end of its caller", TREE,
           "      const bool is_exit = call != nullptr && i + 1 == activation.segments.size();",
           "      const bool is_exit = call != nullptr;"),
    # Beyond the thesis's errors.
    mutant("a larger state's result is used for a smaller one the wrong way round", MEMOIZATION,
           "    if (!covers(analysis_, root.state, state, precision)) {",
           "    if (!covers(analysis_, state, root.state, precision)) {"),
    mutant("the caller's variables are not given back", MEMOIZATION,
           "        successor = analysis.rebuild(use.entry, context, successor);",
           "        successor = analysis.expand(use.entry, context, exit_state);"),
    mutant("what a block leaves alone is forgotten", MEMOIZATION,
           "      core::AbstractState successor = analysis.expand(use.entry, context, exit_state);",
           "      core::AbstractState successor = exit_state;"),
    mutant("a call's parameter is not what was passed", NESTED,
           "      passed.push_back(services_.terms.equal(own, value));",
           "      passed.push_back(services_.terms.equal(own, own));"),
]

if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS))
