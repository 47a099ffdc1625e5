import { fieldName, type PropertyPath } from '../../../kernel/fields.ts';
import { type Json, type JsonObject, textsOf } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { LostReference } from '../../documents/trash.schema.ts';
import { fileKeysIn } from '../../library/files/file-keys.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';

/** Presets and files that there still are. */
export interface AvailableReferences {
  presets: readonly string[];
  files: readonly string[];
}

type LostReferenceFields = Pick<LostReference, 'type' | 'field' | 'takenOut'>;

/** Which of the two an object refers to, if that is gone. */
function lostBy(value: Json, { presets, files }: AvailableReferences): 'file' | 'preset' | null {
  if (!isPlainObject(value)) return null;
  const { fileKey, preset } = value;
  if (typeof fileKey === 'string' && !files.includes(fileKey)) return 'file';
  return typeof preset === 'string' && !presets.includes(preset) ? 'preset' : null;
}

/** A list loses the entries that refer to what is gone, a member becomes `null`. */
function cut(
  value: Json,
  path: PropertyPath,
  known: AvailableReferences,
  found: LostReferenceFields[],
): Json {
  const note = (type: 'file' | 'preset', at: PropertyPath) =>
    found.push({ type, field: fieldName(at), takenOut: true });
  if (Array.isArray(value))
    return value.flatMap((item, i) => {
      const type = lostBy(item, known);
      if (type) note(type, [...path, i]);
      return type ? [] : [cut(item, [...path, i], known, found)];
    });
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value as JsonObject).map(([name, member]) => {
    // The shop's own data.
    if (name === 'testVariables' && path.length === 1) return [name, member];
    const type = lostBy(member, known);
    if (type) note(type, [...path, name]);
    return [name, type ? null : cut(member, [...path, name], known, found)];
  });
  return Object.fromEntries(members);
}

/** Addresses of files that are gone, in the middle of texts: what stands around them cannot be known. */
function* lostAddresses(
  content: LanguageContent,
  { files }: AvailableReferences,
): Generator<LostReferenceFields> {
  const { subject, previewText, bodyDesign, body, marketingTexts } = content;
  const texts = { subject, previewText, bodyDesign, body, marketingTexts } as JsonObject;
  for (const { path, text } of textsOf(texts))
    if (fileKeysIn(text).some((key) => !files.includes(key)))
      yield { type: 'file', field: fieldName(path), takenOut: false };
}

/** The layout without what refers to files and presets that are gone, and what that was (contract: Trash 3). */
export function removeLostReferences(
  state: LayoutState,
  known: AvailableReferences,
): { state: LayoutState; lost: LostReference[]; changed: ReadonlySet<string> } {
  const lost: LostReference[] = [];
  const changed = new Set<string>();
  const languages = Object.entries(state.languages).map(([locale, content]) => {
    const found: LostReferenceFields[] = [];
    const bodyDesign = cut(content.bodyDesign, ['bodyDesign'], known, found);
    const attachments = cut(content.attachments as Json, ['attachments'], known, found);
    if (found.length > 0) changed.add(locale);
    const kept = (found.length > 0 ? { ...content, bodyDesign, attachments } : content) as LanguageContent;
    lost.push(...[...found, ...lostAddresses(kept, known)].map((each) => ({ ...each, locale })));
    return [locale, kept] as const;
  });
  return { state: { ...state, languages: Object.fromEntries(languages) }, lost, changed };
}
