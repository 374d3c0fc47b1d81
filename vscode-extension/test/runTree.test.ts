import assert from "node:assert/strict";
import { test } from "node:test";
import { type RunNode, leadsToFailure, rowOf } from "../src/runTree.ts";

function node(kind: RunNode["kind"], children: RunNode[] = []): RunNode {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  return { step: 3, text: "x > 2 is true", kind, function: "main", uri: "file:///a.c", range, values: [{ name: "x", value: "7" }, { name: "y", value: "1" }], children };
}

test("a branch has its number and its condition first, and the values that are new", () => {
  assert.deepEqual(rowOf(node("branch")), { label: "3. x > 2 is true", description: "x = 7, y = 1" });
});

test("of a step that writes something that comes first", () => {
  assert.deepEqual(rowOf(node("step")), { label: "3. x = 7, y = 1", description: "x > 2 is true" });
  assert.equal(rowOf({ ...node("step"), values: [] }).label, "3. x > 2 is true");
});

test("rounds of a loop have no number of their own", () => {
  assert.equal(rowOf(node("rounds")).label, "x > 2 is true");
});

test("only what leads to the failure is unfolded", () => {
  assert.equal(leadsToFailure(node("call", [node("step"), node("call", [node("violation")])])), true);
  assert.equal(leadsToFailure(node("call", [node("rounds", [node("step")])])), false);
});
