import {
  changeBetween,
  changedInDesign,
  type TextChange,
} from 'outstep/features/layouts/translations/changed-texts.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';

/** The paths a save marks as up to date: marked texts, and those whose wording it changes. */
export function pathsMarkedUpToDate(
  marked: ReadonlySet<string>,
  saved: JsonObject,
  fields: JsonObject,
  main: JsonObject,
): string[] {
  const lines = (['subject', 'previewText', 'body'] as const).filter(
    (name) => fields[name] !== undefined && changeBetween(saved[name] ?? '', fields[name]) === 'words',
  );
  const designs = { before: saved['bodyDesign'], after: fields['bodyDesign'], main: main['bodyDesign'] };
  const areThere = Object.values(designs).every(Boolean);
  const inDesign: ReadonlyMap<string, TextChange> = areThere
    ? changedInDesign(designs as Record<keyof typeof designs, JsonObject>)
    : new Map();
  const written = [...inDesign].flatMap(([name, change]) => (change === 'words' ? [name] : []));
  return [...new Set([...marked, ...lines, ...written])];
}
