/** The walkthrough's example, verified with the default settings by the binary in VOUCH_BINARY. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const binary = process.env["VOUCH_BINARY"];
assert.ok(binary, "VOUCH_BINARY must name the binary `vouch`");

const folder = mkdtempSync(join(tmpdir(), "vouch-example-"));
after(() => rmSync(folder, { recursive: true }));

const media = (name: string) => readFileSync(new URL(`../media/${name}`, import.meta.url), "utf8");
const program = media("example/queue.c");

/** The lines between the fences of a page. */
function codeIn(page: string): string {
  const code = /```c\n(.*?)```/s.exec(media(`walkthrough/${page}.md`))?.[1];
  assert.ok(code, page);
  return code;
}

/** The verdict, and the codes of all violations. */
function verify(text: string): { verdict: string; codes: string[] } {
  const file = join(folder, "queue.c");
  writeFileSync(file, text);
  const { stdout } = spawnSync(binary as string, ["check", "--format", "json", file], { encoding: "utf8" });
  const report = JSON.parse(stdout).files[0];
  return { verdict: report.verdict, codes: report.violations.map((one: { code: string }) => one.code) };
}

test("it has one mistake", () => {
  assert.deepEqual(verify(program), { verdict: "violated", codes: ["out-of-bounds"] });
});

test("the first page shows a part of it", () => {
  assert.ok(program.includes(codeIn("open")));
});

test("with the line that the last page shows, it is proved", () => {
  const corrected = program.replace(/^.*queue->first \+ queue->count\].*\n/m, codeIn("fix"));
  assert.notEqual(corrected, program);
  assert.deepEqual(verify(corrected), { verdict: "safe", codes: [] });
});
