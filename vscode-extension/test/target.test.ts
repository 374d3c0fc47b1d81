import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal } from "../src/target.ts";

test("a C file on the disk is what commands act on", () => {
  assert.equal(refusal({ languageId: "c", uri: { scheme: "file" } }), undefined);
});

test("whatever else is active, the user is told what to do", () => {
  assert.match(refusal({ languageId: "cpp", uri: { scheme: "file" } }) ?? "", /not a C file/);
  assert.match(refusal({ languageId: "c", uri: { scheme: "untitled" } }) ?? "", /save the file/);
});
