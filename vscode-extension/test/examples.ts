/** Values that the tests are made of. */
import type { DocumentStatus, FunctionState, FunctionStatus } from "../src/status.ts";
import type { TraceStep, Violation } from "../src/traceSteps.ts";

export function statusOf(parts: Partial<DocumentStatus>): DocumentStatus {
  return { uri: "file:///a.c", version: 1, generation: 1, state: "finished", functions: [], ...parts };
}

export function functionOf(name: string, line: number, state: FunctionState = "proved"): FunctionStatus {
  const range = { start: { line, character: 4 }, end: { line, character: 4 + name.length } };
  return { name, range, state, milliseconds: 1, fromCache: false, traces: [] };
}

export function violationOf(trace: string, line: number, character: number, steps: number): Violation {
  const range = { start: { line, character }, end: { line, character: character + 3 } };
  const step = (index: number): TraceStep => ({ uri: "file:///a.c", range, message: `step ${index}` });
  return { trace, range, steps: Array.from({ length: steps }, (_, index) => step(index)) };
}
