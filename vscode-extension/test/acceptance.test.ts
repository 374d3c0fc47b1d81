import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptanceIn } from "../src/acceptance.ts";

const place = { line: 6, character: 0 };
const insert = (newText: string) => ({ range: { start: place, end: place }, newText });

test("the comment is split where its reason is missing", () => {
  assert.deepEqual(acceptanceIn([insert("    // vouch: accept(out-of-bounds): \n")]), {
    before: "    // vouch: accept(out-of-bounds): ",
    after: "\n",
  });
  assert.deepEqual(acceptanceIn([insert("// vouch: accept(assert): \r\n")]), { before: "// vouch: accept(assert): ", after: "\r\n" });
});

test("other edits, and comments with a reason, are left alone", () => {
  assert.equal(acceptanceIn([]), undefined);
  assert.equal(acceptanceIn([insert("assert(n > 0);\n")]), undefined);
  assert.equal(acceptanceIn([insert("// vouch: accept(assert): only the simulator\n")]), undefined);
  assert.equal(acceptanceIn([insert("// vouch: accept(assert): \n"), insert("#include <assert.h>\n")]), undefined);
});
