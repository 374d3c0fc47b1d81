import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { rangesOfSigns, signsOf } from "../src/signs.ts";
import { functionStates } from "../src/status.ts";
import { functionOf, statusOf } from "./examples.ts";

test("each function has the sign of its state in the line of its name", () => {
  const signs = signsOf(statusOf({ functions: [functionOf("f", 3, "proved"), functionOf("g", 9, "unknown")] }));
  assert.deepEqual([...signs], [[3, "proved"], [9, "unknown"]]);
});

test("of two functions in one line the one that can fail shows, whatever their order", () => {
  const good = functionOf("f", 3, "proved");
  const bad = functionOf("g", 3, "violated");
  assert.equal(signsOf(statusOf({ functions: [good, bad] })).get(3), "violated");
  assert.equal(signsOf(statusOf({ functions: [bad, good] })).get(3), "violated");
});

test("states that no function is in have no ranges, so that their old signs vanish", () => {
  const ranges = rangesOfSigns(statusOf({ functions: [functionOf("f", 3, "violated")] }));
  assert.equal(ranges.get("violated")?.length, 1);
  assert.deepEqual([...ranges.keys()].sort(), [...functionStates].sort());
  assert.deepEqual(ranges.get("proved"), []);
});

test("a document of which nothing is known has no signs", () => {
  assert.ok([...rangesOfSigns(undefined).values()].every((ranges) => ranges.length === 0));
});

test("there is a sign for each state, for light and for dark themes", () => {
  for (const theme of ["light", "dark"]) {
    for (const state of functionStates) {
      assert.ok(existsSync(new URL(`../media/signs/${theme}/${state}.svg`, import.meta.url)), `${theme} ${state}`);
    }
  }
});
