/** What is being written at the cursor: `{{ var`, from its braces to where it is replaced up to. */
export interface LiquidWord {
  from: number;
  to: number;
  typed: string;
}

/** The begun `{{` that a cursor stands in, if any. */
export function liquidWordAt(text: string, cursor: number): LiquidWord | null {
  const begun = /\{\{-?\s*([\w.[\]-]*)$/.exec(text.slice(0, cursor));
  if (!begun) return null;
  const rest = /^[\w.[\]-]*\s*\}\}/.exec(text.slice(cursor))?.[0].length ?? 0;
  return { from: begun.index, to: cursor + rest, typed: begun[1] ?? '' };
}
