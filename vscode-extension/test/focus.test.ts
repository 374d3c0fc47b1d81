import assert from "node:assert/strict";
import { test } from "node:test";
import { focusOf } from "../src/focus.ts";

const lines = (first: number, last: number) => ({
  start: { line: first, character: 0 },
  end: { line: last, character: 4 },
});

test("each document is named once, with all that is seen of it", () => {
  const focus = focusOf("file:///a.c", [
    { uri: "file:///a.c", range: lines(40, 60) },
    { uri: "file:///b.c", range: lines(0, 9) },
    { uri: "file:///a.c", range: lines(3, 20) },
  ]);
  assert.deepEqual(focus, {
    active: "file:///a.c",
    visible: [
      { uri: "file:///a.c", range: lines(3, 60) },
      { uri: "file:///b.c", range: lines(0, 9) },
    ],
  });
});

test("without an active editor there is none in the message", () => {
  assert.deepEqual(focusOf(undefined, [{ uri: "file:///a.c" }]), { visible: [{ uri: "file:///a.c" }] });
});
