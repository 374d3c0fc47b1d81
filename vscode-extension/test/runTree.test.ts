import assert from "node:assert/strict";
import { test } from "node:test";
import { type RunNode, labelOf, leadsToFailure, valuesOf } from "../src/runTree.ts";

function node(kind: RunNode["kind"], children: RunNode[] = []): RunNode {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  return { step: 3, text: "x > 2 is true", kind, function: "main", uri: "file:///a.c", range, values: [{ name: "x", value: "7" }, { name: "y", value: "1" }], children };
}

test("a step has its number and the values that are new", () => {
  assert.equal(labelOf(node("branch")), "3. x > 2 is true");
  assert.equal(labelOf(node("rounds")), "x > 2 is true");
  assert.equal(valuesOf(node("branch")), "x = 7, y = 1");
});

test("only what leads to the failure is unfolded", () => {
  assert.equal(leadsToFailure(node("call", [node("step"), node("call", [node("violation")])])), true);
  assert.equal(leadsToFailure(node("call", [node("rounds", [node("step")])])), false);
});
