/** What a command of the palette acts on. */
export interface Target {
  languageId: string;
  uri: { scheme: string };
}

/** What a command says where there is nothing to act on. */
export const noEditor = "Vouch: open a C file first, or the example (*Vouch: Open an Example*).";

/** Why a command for a C file cannot act on this one; undefined if it can. */
export function refusal({ languageId, uri }: Target): string | undefined {
  if (languageId !== "c") {
    return "Vouch: this is not a C file. Headers are verified with the C files that include them.";
  }
  return uri.scheme === "file" ? undefined : "Vouch: save the file first; what is not on the disk is not verified.";
}
