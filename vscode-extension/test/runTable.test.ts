import assert from "node:assert/strict";
import { test } from "node:test";
import { type RunTable, type RunTableRow, namesIn, tableText } from "../src/runTable.ts";

function row(step: number, text: string, cells: RunTableRow["cells"], kind: RunTableRow["kind"] = "step"): RunTableRow {
  const range = { start: { line: step + 8, character: 2 }, end: { line: step + 8, character: 9 } };
  return { step, text, kind, function: "main", uri: "file:///a.c", range, cells };
}

const table: RunTable = {
  trace: "t",
  message: 'assertion "n | k" can fail',
  variables: ["n", "k"],
  columns: ["n", "k"],
  rows: [row(1, "int n = read()", [{ value: "7", changed: true }, null]), row(2, "n | k is false", [{ value: "7", changed: false }, null], "branch"), row(3, "... 2 more rounds", [null, null], "rounds")],
};

test("names are separated by commas, or by spaces, and count once", () => {
  assert.deepEqual(namesIn(" n, ring.count k,n ,"), ["n", "ring.count", "k"]);
  assert.deepEqual(namesIn("  "), []);
});

test("the table has aligned columns, and stars at what has changed", () => {
  const lines = tableText(table).text.split("\n");
  assert.equal(lines[0], 'The run that fails: assertion "n | k" can fail');
  assert.deepEqual(lines.slice(2, 7), [
    "| step | in   | line | n   | k   | what happens      |",
    "|------|------|------|-----|-----|-------------------|",
    "| 1    | main | 10   | 7 * |     | int n = read()    |",
    "| 2    | main | 11   | 7   |     | n \\| k is false   |",
    "| …    | main | 12   |     |     | ... 2 more rounds |",
  ]);
});

test("its lines lead to the code", () => {
  const { text, links } = tableText(table);
  assert.equal(links.length, 3);
  const { line, from, to, target } = links[1]!;
  assert.equal(text.split("\n")[line]!.slice(from, to), "11");
  assert.equal(target, "file:///a.c#L11,3");
});

test("what is long is cut, and stays in its line", () => {
  const long = tableText({ ...table, rows: [row(1, `x = ${"y +\n ".repeat(40)}1`, [null, null])] }).text.split("\n")[4]!;
  assert.ok(long.includes("…"));
  assert.ok(long.length < 110);
});
