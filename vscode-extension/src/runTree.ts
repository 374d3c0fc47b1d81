import type { Range } from "./status.ts";

/** A value that a branch has read, and the step that wrote it last, if the server can tell. */
export interface Reason {
  name: string;
  value: string;
  from: "write" | "input" | "caller" | "start" | "unknown";
  /** `k = 4, written by step 3: k += n` */
  text: string;
  step?: number;
}

/** What happens in a step of a run that fails, or in rounds of a loop that nobody has to read one by one, and where. */
export interface RunStep {
  /** From 1. */
  step: number;
  text: string;
  kind: "step" | "branch" | "call" | "rounds" | "violation";
  function: string;
  uri: string;
  range: Range;
}

/** With what is below it: an answer to `vouch/run`. */
export interface RunNode extends RunStep {
  values: { name: string; value: string }[];
  children: RunNode[];
  /** Of branches: why they went this way. */
  because?: Reason[];
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

/** The node of a step, wherever it is in the tree; that of the rounds that it is among if it has none. */
export function nodeOfStep(nodes: RunNode[], step: number): RunNode | undefined {
  for (const node of nodes) {
    const found = node.kind !== "rounds" && node.step === step ? node : nodeOfStep(node.children, step);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** `3. x > 2 is true, because` */
export function whyTitle(node: RunNode): string {
  return `${node.step}. ${node.text}, because`;
}

export interface WhyItem {
  label: string;
  description: string;
  /** Where the value was written. */
  target?: RunNode;
}

/** Why a branch did not go the other way: a row for each value that it has read. */
export function whyItems(node: RunNode, run: Run): WhyItem[] {
  return (node.because ?? []).map((reason) => {
    const label = `${reason.name} = ${reason.value}`;
    const description = reason.text.startsWith(`${label}, `) ? reason.text.slice(label.length + 2) : "";
    const target = reason.step === undefined ? undefined : nodeOfStep(run.nodes, reason.step);
    return { label, description, ...(target && { target }) };
  });
}

/** The node that has `child` below it. */
export function parentOf(child: RunNode, nodes: RunNode[]): RunNode | undefined {
  for (const node of nodes) {
    const found = node.children.includes(child) ? node : parentOf(child, node.children);
    if (found) {
      return found;
    }
  }
  return undefined;
}
