import type { Range } from "./status.ts";

/** The steps of a violation's trace as an editor walks through them, without a debugger. */

export interface TraceStep {
  uri: string;
  range: Range;
  message: string;
}

/** A diagnostic of Vouch, as far as its trace is concerned. */
export interface Violation {
  trace: string;
  range: Range;
  steps: TraceStep[];
}

export interface Walk {
  violation: Violation;
  /** Counts from 0; -1 before the first step. */
  index: number;
}

export type Direction = "next" | "previous";

/** The violation in this line: the one that begins last before the column, otherwise the first one. */
export function violationAt(violations: readonly Violation[], line: number, character: number): Violation | undefined {
  const inLine = violations.filter(({ range }) => range.start.line <= line && line <= range.end.line);
  return inLine.filter(({ range }) => range.start.line < line || range.start.character <= character).at(-1) ?? inLine[0];
}

/**
 * The walk after one step. It goes on as long as its violation is still shown; otherwise it begins at the violation
 * under the cursor, at its first step forwards or its last one backwards. It stays at either end.
 */
export function walkOn(
  walk: Walk | undefined,
  direction: Direction,
  shown: readonly Violation[],
  atCursor: Violation | undefined,
): Walk | undefined {
  const present = walk && shown.find(({ trace }) => trace === walk.violation.trace);
  const violation = present ?? atCursor ?? shown[0];
  if (violation === undefined || violation.steps.length === 0) {
    return undefined;
  }
  const last = violation.steps.length - 1;
  if (!walk || !present) {
    return { violation, index: direction === "next" ? 0 : last };
  }
  const index = walk.index + (direction === "next" ? 1 : -1);
  return { violation, index: Math.max(0, Math.min(last, index)) };
}
