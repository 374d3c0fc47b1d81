import type { Range } from "./status.ts";

/** A step of a run that fails, or rounds of a loop that nobody has to read one by one: an answer to `vouch/run`. */
export interface RunNode {
  /** From 1. */
  step: number;
  text: string;
  kind: "step" | "branch" | "call" | "rounds" | "violation";
  function: string;
  uri: string;
  range: Range;
  values: { name: string; value: string }[];
  children: RunNode[];
}

export interface Run {
  trace: string;
  code: string;
  message: string;
  function: string;
  confirmed: boolean;
  nodes: RunNode[];
}

/** `n = 7, i = 0` */
function valuesOf(node: RunNode): string {
  return node.values.map(({ name, value }) => `${name} = ${value}`).join(", ");
}

/** Whether the node leads to the failure: such nodes are unfolded at first, all others are not. */
export function leadsToFailure(node: RunNode): boolean {
  return node.kind === "violation" || node.children.some(leadsToFailure);
}

export function iconOf(node: RunNode): string {
  switch (node.kind) {
    case "violation":
      return "error";
    case "branch":
      return "git-branch";
    case "call":
      return "call-outgoing";
    case "rounds":
      return "sync";
    case "step":
      return "circle-small-filled";
  }
}

/** What a row says, the most important first: side bars are narrow. A step is what it writes, anything else what it does. */
export function rowOf(node: RunNode): { label: string; description: string } {
  const values = valuesOf(node);
  const isWrite = node.kind === "step" && values !== "";
  const [first, second] = isWrite ? [values, node.text] : [node.text, values];
  return { label: node.kind === "rounds" ? first : `${node.step}. ${first}`, description: second };
}
