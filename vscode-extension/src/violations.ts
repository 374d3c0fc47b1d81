import * as vscode from "vscode";
import { type Violation, violationAt } from "./traceSteps.ts";

/** The violations that are shown in a document, with their traces. */
export function violationsIn(document: vscode.TextDocument): Violation[] {
  return vscode.languages.getDiagnostics(document.uri).flatMap((diagnostic) => {
    const trace = traceOf(diagnostic);
    return trace === undefined
      ? []
      : [
          {
            trace,
            range: diagnostic.range,
            steps: (diagnostic.relatedInformation ?? []).map(({ location, message }) => ({
              uri: location.uri.toString(),
              range: location.range,
              message,
            })),
          },
        ];
  });
}

/** The violation under the cursor of the active editor. */
export function violationAtCursor(): Violation | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return violationAt(violationsIn(editor.document), line, character);
}

/** The id of the trace that belongs to a diagnostic: what the protocol calls its `data`, kept by the language client. */
function traceOf(diagnostic: vscode.Diagnostic): string | undefined {
  const data = (diagnostic as { data?: { trace?: unknown } }).data;
  return diagnostic.source === "vouch" && typeof data?.trace === "string" ? data.trace : undefined;
}
