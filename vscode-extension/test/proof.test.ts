import assert from "node:assert/strict";
import { test } from "node:test";
import { beginOf, detailsOf, expressionIn, type Proof } from "../src/proof.ts";

test("a selected expression is what the question begins with, a selected statement is not", () => {
  assert.equal(expressionIn("  i < n "), "i < n");
  assert.equal(expressionIn("i < n;"), "i < n");
  assert.equal(expressionIn("a = 1; b = 2;"), "");
  assert.equal(expressionIn("if (x) {\n"), "");
});

test("without a selection it is asked in front of the line's first statement", () => {
  assert.equal(beginOf("    return x;"), 4);
  assert.equal(beginOf("   "), 3);
});

test("what a proof rests on is told for proofs only", () => {
  const proof: Proof = { verdict: "proved", message: "", preconditions: [], assumptions: ["a", "b"] };
  assert.equal(detailsOf(proof), "It rests on:\n• a\n• b");
  assert.equal(detailsOf({ ...proof, verdict: "unknown" }), "");
  assert.equal(detailsOf({ ...proof, assumptions: [] }), "");
});
