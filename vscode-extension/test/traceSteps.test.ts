import assert from "node:assert/strict";
import { test } from "node:test";
import { type Walk, violationAt, walkOn } from "../src/traceSteps.ts";
import { violationOf } from "./examples.ts";

const one = violationOf("1", 3, 4, 3);
const two = violationOf("2", 3, 20, 2);

function indices(walk: Walk | undefined, ...directions: ("next" | "previous")[]): (number | undefined)[] {
  let present = walk;
  return directions.map((direction) => {
    present = walkOn(present, direction, [one, two], one);
    return present?.index;
  });
}

test("a walk begins at the first step forwards and at the last one backwards", () => {
  assert.deepEqual(indices(undefined, "next"), [0]);
  assert.deepEqual(indices(undefined, "previous"), [2]);
});

test("it goes forwards and backwards and stays at the ends", () => {
  assert.deepEqual(indices(undefined, "next", "next", "next", "next", "previous"), [0, 1, 2, 2, 1]);
  assert.deepEqual(indices(undefined, "next", "previous"), [0, 0]);
});

test("it goes on with its violation although the cursor has left it for another one", () => {
  const walk = walkOn({ violation: one, index: 0 }, "next", [one, two], two);
  assert.deepEqual([walk?.violation.trace, walk?.index], ["1", 1]);
});

test("once its violation is gone, it begins anew at the cursor", () => {
  const walk = walkOn({ violation: one, index: 1 }, "next", [two], two);
  assert.deepEqual([walk?.violation.trace, walk?.index], ["2", 0]);
});

test("without a violation there is no walk", () => {
  assert.equal(walkOn(undefined, "next", [], undefined), undefined);
});

test("of two violations in a line, the cursor's column decides", () => {
  assert.equal(violationAt([one, two], 3, 25)?.trace, "2");
  assert.equal(violationAt([one, two], 3, 6)?.trace, "1");
  assert.equal(violationAt([one, two], 3, 0)?.trace, "1");
  assert.equal(violationAt([one, two], 4, 0), undefined);
});
