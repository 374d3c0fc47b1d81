import assert from "node:assert/strict";
import { test } from "node:test";
import { type Run, type RunNode, leadsToFailure, nodeOfStep, parentOf, rowOf, whyItems, whyTitle } from "../src/runTree.ts";

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

test("why a branch went its way: each value it has read, and the step that wrote it", () => {
  const writer: RunNode = { ...node("step"), step: 1, text: "x = 7" };
  const branch: RunNode = {
    ...node("branch"),
    because: [
      { name: "x", value: "7", from: "write", step: 1, text: "x = 7, written by step 1: x = 7" },
      { name: "y", value: "1", from: "start", text: "y = 1, as it was at the start: no step has written it" },
      { name: "z", value: "0", from: "unknown", text: "z = 0" },
    ],
  };
  const call = node("call", [{ ...node("rounds", [writer]), step: 1 }]);
  const run: Run = { trace: "t", code: "assert", message: "m", function: "main", confirmed: true, nodes: [call, branch] };
  assert.equal(whyTitle(branch), "3. x > 2 is true, because");
  assert.deepEqual(whyItems(branch, run), [
    { label: "x = 7", description: "written by step 1: x = 7", target: writer },
    { label: "y = 1", description: "as it was at the start: no step has written it" },
    { label: "z = 0", description: "" },
  ]);
  assert.deepEqual(whyItems(writer, run), []);
  assert.equal(nodeOfStep(run.nodes, 99), undefined);
  assert.equal(parentOf(writer, run.nodes), call.children[0]);
  assert.equal(parentOf(branch, run.nodes), undefined);
});
