import assert from "node:assert/strict";
import { test } from "node:test";
import { type CheckOfFunction, coverageOf, explanationOf, outcomeOfCheck, outcomeOfFunction, segmentsOf } from "../src/testTree.ts";
import { functionOf } from "./examples.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const check = (state: CheckOfFunction["state"]): CheckOfFunction => ({ range, code: "assert", message: "", state });

test("only a proof has passed, and what is not known now has no outcome", () => {
  const states = ["proved", "violated", "assumed", "unknown", "stale", "running", "queued"] as const;
  assert.deepEqual(states.map(outcomeOfFunction), ["passed", "failed", "skipped", "errored", undefined, undefined, undefined]);
});

test("a check that no run comes to has not passed", () => {
  const states = ["proved", "leftToCallers", "violated", "open", "notReached"] as const;
  assert.deepEqual(states.map(outcomeOfCheck), ["passed", "passed", "failed", "errored", "skipped"]);
});

test("what is undecided says why", () => {
  assert.equal(explanationOf({ ...functionOf("f", 1, "unknown"), reason: "timeout" }), "f is not decided: timeout");
  assert.equal(explanationOf(functionOf("f", 1, "violated")), "f can fail");
  assert.equal(explanationOf({ ...functionOf("f", 1, "violated"), since: "edit" }), "f can fail since this edit");
});

test("a file is in its folders", () => {
  assert.deepEqual(segmentsOf("./src/net/ring.c"), ["src", "net", "ring.c"]);
  assert.deepEqual(segmentsOf("ring.c"), ["ring.c"]);
});

test("coverage counts checks and functions", () => {
  const functions = [
    { name: "f", range, state: "proved" as const, checks: [check("proved"), check("leftToCallers")] },
    { name: "g", range, state: "unknown" as const, checks: [check("proved"), check("open"), check("notReached")] },
  ];
  assert.deepEqual(coverageOf(functions), { checks: { covered: 3, total: 5 }, functions: { covered: 1, total: 2 } });
});
