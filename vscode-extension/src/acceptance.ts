import type { Range } from "./status.ts";

/** The server's comment that accepts a violation, as its code action has it: a plain edit that ends where the reason is missing. */

export interface Edit {
  range: Range;
  newText: string;
}

export interface Acceptance {
  /** The comment up to where the reason belongs. */
  before: string;
  /** What follows the reason. */
  after: string;
}

/** The two parts of the comment if `edits` insert one without a reason and do nothing else. */
export function acceptanceIn(edits: readonly Edit[]): Acceptance | undefined {
  const [edit, ...others] = edits;
  const match = edit && others.length === 0 ? /^(\s*\/\/ vouch: accept\([a-z-]+\): )(\r?\n)$/.exec(edit.newText) : null;
  return match?.[1] !== undefined && match[2] !== undefined ? { before: match[1], after: match[2] } : undefined;
}
