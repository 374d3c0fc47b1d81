// Runs `vouch check --format sarif` and examines what it prints.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const require = createRequire(import.meta.url);
const Ajv = require('ajv-draft-04').default ?? require('ajv-draft-04');
const schema = JSON.parse(readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
const isValid = ajv.compile(schema);

const binary = process.env.VOUCH_BINARY;
const programs = process.env.VOUCH_PROGRAMS;

function check(names, options = [], { format } = { format: 'sarif' }) {
  const run = spawnSync(binary, ['check', '--format', format, '--property', 'assert,reach-error', ...options, ...names], { cwd: programs, encoding: 'utf8' });
  return { status: run.status, log: JSON.parse(run.stdout) };
}

/** What GitHub's code scanning and the SARIF viewers need, beyond the schema. */
function examine(log) {
  assert.ok(isValid(log), JSON.stringify(isValid.errors, null, 1));
  assert.equal(log.version, '2.1.0');
  const [run] = log.runs;
  const { driver } = run.tool;
  assert.match(driver.semanticVersion, /^\d+\.\d+\.\d+/);
  assert.equal(run.columnKind, 'utf16CodeUnits');
  for (const rule of driver.rules) {
    assert.ok(rule.shortDescription.text.length <= 1024 && rule.fullDescription.text.length > 20, rule.id);
    assert.ok(rule.fullDescription.text.length <= 1024, rule.id);
    assert.ok(rule.helpUri.startsWith('https://') && rule.help.text && rule.help.markdown.startsWith('# '));
    assert.ok(rule.properties.tags.length <= 10);
    const weakness = rule.relationships[0].target.id;
    assert.ok(run.taxonomies[0].taxa.some((taxon) => taxon.id === weakness), weakness);
    assert.ok(rule.properties.tags.includes(`external/cwe/cwe-${weakness}`));
  }
  assert.ok(run.results.length <= 25000);
  const lines = new Map();
  const place = (location) => {
    const { artifactLocation, region } = location.physicalLocation;
    assert.equal(run.artifacts[artifactLocation.index].location.uri, artifactLocation.uri);
    assert.equal(artifactLocation.uriBaseId, '%SRCROOT%');
    const file = new URL(artifactLocation.uri, run.originalUriBaseIds['%SRCROOT%'].uri);
    if (!lines.has(file.href)) {
      lines.set(file.href, readFileSync(file, 'utf8').split('\n'));
    }
    const line = lines.get(file.href)[region.startLine - 1];
    assert.ok(line !== undefined && region.startColumn >= 1 && region.endLine >= region.startLine);
    return region.startLine === region.endLine ? line.slice(region.startColumn - 1, region.endColumn - 1) : line;
  };
  for (const result of run.results) {
    assert.equal(driver.rules[result.ruleIndex].id, result.ruleId);
    assert.match(result.partialFingerprints['vouchViolation/v1'], /^[0-9a-f]{32}$/);
    assert.equal(result.locations.length, 1);
    place(result.locations[0]);
    const { locations } = result.codeFlows[0].threadFlows[0];
    assert.ok(locations.length <= 10000);
    assert.deepEqual(locations.at(-1).kinds, ['danger']);
    assert.equal(locations.at(-1).importance, 'essential');
    locations.forEach((step) => place(step.location));
  }
  return { run, place };
}

test('a run with a call has values, levels and kinds', () => {
  const { status, log } = check(['calls.c']);
  assert.equal(status, 1);
  const { run, place } = examine(log);
  assert.equal(run.invocations[0].exitCode, 1);
  assert.equal(run.invocations[0].executionSuccessful, true);
  assert.equal(run.results.length, 1);
  const [result] = run.results;
  assert.equal(result.ruleId, 'assert');
  assert.equal(result.level, 'error');
  const steps = result.codeFlows[0].threadFlows[0].locations;
  const input = steps.find((step) => step.kinds?.includes('acquire'));
  assert.deepEqual(input.state, { n: { text: '4' } });
  assert.equal(place(input.location), 'int n = __VERIFIER_nondet_int()');
  const inside = steps.filter((step) => step.location.logicalLocations[0].name === 'twice');
  assert.ok(inside.length > 0 && inside.every((step) => step.nestingLevel === 1));
  assert.ok(steps.filter((step) => step.location.logicalLocations[0].name === 'main').every((step) => step.nestingLevel === 0));
  assert.ok(steps.some((step) => step.kinds?.includes('branch') && step.kinds.includes('true')));
});

test('a comment that accepts a finding suppresses it', () => {
  const { run } = examine(check(['accepted.c']).log);
  assert.deepEqual(run.results[0].suppressions, [{ kind: 'inSource', justification: 'it is meant to' }]);
  assert.deepEqual(examine(check(['calls.c']).log).run.results[0].suppressions, []);
});

test('beside an earlier report it says what is new, unchanged and absent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-sarif-'));
  const [before, after] = ['before.sarif', 'after.sarif'].map((name) => join(folder, name));
  writeFileSync(before, JSON.stringify(check(['calls.c']).log));
  const same = check(['calls.c'], ['--since', before]);
  assert.equal(same.status, 0);
  assert.equal(examine(same.log).run.results[0].baselineState, 'unchanged');
  const elsewhere = check(['safe.c'], ['--since', before]);
  assert.equal(elsewhere.status, 3);
  assert.deepEqual(elsewhere.log.runs[0].results.map(({ kind, level }) => [kind, level]), [['open', 'none']]);
  const corrected = join(folder, 'calls.c');
  writeFileSync(corrected, readFileSync(join(programs, 'calls.c'), 'utf8').replace(/assert\(.*\);/, 'assert(1);'));
  const mended = check([corrected], ['--since', before]);
  assert.equal(mended.status, 0);
  assert.ok(isValid(mended.log), JSON.stringify(isValid.errors, null, 1));
  const [absent] = mended.log.runs[0].results;
  assert.deepEqual([absent.baselineState, absent.kind, absent.level], ['absent', 'pass', 'none']);
  writeFileSync(after, JSON.stringify(mended.log));
  const again = check(['calls.c'], ['--since', after]);
  assert.equal(again.status, 1);
  assert.equal(examine(again.log).run.results[0].baselineState, 'new');
  assert.equal(check(['calls.c'], ['--since', before], { format: 'json' }).log.since.same, 1);
  rmSync(folder, { recursive: true });
});

test('columns count UTF-16 code units', () => {
  const { run, place } = examine(check(['columns.c']).log);
  assert.match(place(run.results[0].locations[0]), /^assert/);
});

test('a proof has no results', () => {
  const { status, log } = check(['safe.c']);
  assert.equal(status, 0);
  assert.deepEqual(examine(log).run.results, []);
});

test('what is undecided is a notification', () => {
  const { status, log } = check(['unknown.c']);
  assert.equal(status, 3);
  const { run } = examine(log);
  assert.ok(run.invocations[0].toolExecutionNotifications.some((one) => one.level === 'warning' && /undecided/.test(one.message.text)));
});

test('what does not compile is a failed invocation', () => {
  const { status, log } = check(['does_not_compile.c']);
  assert.equal(status, 2);
  const { run } = examine(log);
  assert.equal(run.invocations[0].executionSuccessful, false);
  assert.ok(run.invocations[0].toolExecutionNotifications.some((one) => one.level === 'error'));
});

test('several files are one run', () => {
  const { run } = examine(check(['calls.c', 'safe.c', 'columns.c']).log);
  assert.equal(run.artifacts.filter((artifact) => artifact.roles?.includes('analysisTarget')).length, 3);
  assert.equal(run.results.length, 2);
});

test('the examination finds a document that is no SARIF', () => {
  const { log } = check(['calls.c']);
  log.runs[0].results[0].codeFlows[0].threadFlows[0].locations[0].importance = 'huge';
  assert.throws(() => examine(log));
});
