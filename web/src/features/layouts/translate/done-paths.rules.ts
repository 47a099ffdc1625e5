import { changedInDesign } from 'outstep/features/layouts/translations/changed-texts.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';

/** What a save calls up to date: the texts that somebody marked, and those that it changes. */
export function donePaths(
  marked: ReadonlySet<string>,
  saved: JsonObject,
  fields: JsonObject,
  main: JsonObject,
): string[] {
  const lines = (['subject', 'previewText', 'body'] as const).filter(
    (name) => fields[name] !== undefined && fields[name] !== (saved[name] ?? ''),
  );
  const designs = { before: saved['bodyDesign'], after: fields['bodyDesign'], main: main['bodyDesign'] };
  const areThere = Object.values(designs).every(Boolean);
  const inDesign = areThere ? changedInDesign(designs as Record<keyof typeof designs, JsonObject>) : [];
  return [...new Set([...marked, ...lines, ...inDesign])];
}
