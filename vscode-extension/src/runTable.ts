import type { RunStep } from "./runTree.ts";

/** A step of a run that fails with the values of some variables: an answer to `vouch/runTable`. */
export interface RunTableRow extends RunStep {
  cells: ({ value: string; changed: boolean } | null)[];
}

export interface RunTable {
  trace: string;
  message: string;
  /** All that there are. */
  variables: string[];
  /** Those that were chosen. */
  columns: string[];
  rows: RunTableRow[];
}

/** Whatever separates names in what a user has typed; no names: the server chooses. */
export function namesIn(typed: string): string[] {
  return typed
    .split(/[,\s]+/)
    .filter((name) => name !== "")
    .filter((name, index, all) => all.indexOf(name) === index);
}

/** A link of the table: where it is in the text, and where it leads. */
export interface TableLink {
  line: number;
  from: number;
  to: number;
  target: string;
}

const longestText = 60;

function cellText(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|");
}

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

function lineOf(row: RunTableRow): number {
  return row.range.start.line + 1;
}

function cellsOf(row: RunTableRow): string[] {
  const values = row.cells.map((cell) => (cell === null ? "" : `${cellText(cell.value)}${cell.changed ? " *" : ""}`));
  return [row.kind === "rounds" ? "…" : String(row.step), row.function, String(lineOf(row)), ...values, cellText(shortened(row.text))];
}

/** The table as aligned columns; what has changed has a star. The line numbers are links. */
export function tableText(table: RunTable): { text: string; links: TableLink[] } {
  const rows = [["step", "in", "line", ...table.columns.map(cellText), "what happens"], ...table.rows.map(cellsOf)];
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const written = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`);
  written.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  const heading = [`The run that fails: ${table.message.replace(/\s+/g, " ")}`, ""];
  const from = 2 + widths[0]! + 3 + widths[1]! + 3;
  const links = table.rows.map((row, index) => ({
    line: heading.length + 2 + index,
    from,
    to: from + String(lineOf(row)).length,
    target: `${row.uri}#L${lineOf(row)},${row.range.start.character + 1}`,
  }));
  return { text: [...heading, ...written, "", "*: has changed. Empty: not visible there, or not known."].join("\n") + "\n", links };
}
