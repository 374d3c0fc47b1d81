import type { Run } from "./runTree.ts";
import type { Range } from "./status.ts";

/** An answer to `vouch/prove`. */
export interface Proof {
  verdict: "proved" | "violated" | "unknown";
  message: string;
  preconditions: string[];
  assumptions: string[];
  /** In front of what it was asked; not there if there is no such place. */
  range?: Range;
  run?: Run;
}

/** What the server's code action "Prove `x > 0` here" carries. */
export interface Question {
  uri: string;
  position: { line: number; character: number };
  expression: string;
}

/** Of a selection: what is worth asking. Others are what a user begins with. */
export function expressionIn(selected: string): string {
  const trimmed = selected.trim().replace(/;$/, "").trim();
  return /[\n{};]/.test(trimmed) ? "" : trimmed;
}

/** Where an expression is asked that nobody has selected: where the text of the line begins. */
export function beginOf(line: string): number {
  const begin = line.search(/\S/);
  return begin < 0 ? line.length : begin;
}

/** What is said besides the message, in lines. */
export function detailsOf(proof: Proof): string {
  const rests = proof.verdict === "proved" && proof.assumptions.length > 0;
  return rests ? ["It rests on:", ...proof.assumptions.map((sentence) => `• ${sentence}`)].join("\n") : "";
}
