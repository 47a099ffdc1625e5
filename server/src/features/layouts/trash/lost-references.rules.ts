import { fieldName, type PropertyPath } from '../../../kernel/fields.ts';
import { type Json, type JsonObject, textsOf } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { LostReference } from '../../documents/trash.schema.ts';
import { fileKeysIn } from '../../library/files/file-keys.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';

/** Presets and files that still exist. */
export interface AvailableReferences {
  presets: readonly string[];
  files: readonly string[];
}

type LostReferenceFields = Pick<LostReference, 'type' | 'field' | 'takenOut'>;

/** The kind of missing resource that an object refers to, if any. */
function lostBy(value: Json, { presets, files }: AvailableReferences): 'file' | 'preset' | null {
  if (!isPlainObject(value)) return null;
  const { fileKey, preset } = value;
  if (typeof fileKey === 'string' && !files.includes(fileKey)) return 'file';
  return typeof preset === 'string' && !presets.includes(preset) ? 'preset' : null;
}

/** Removes list entries that refer to missing resources, and sets such members to `null`. */
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
    // Test variables are the shop's own data.
    if (name === 'testVariables' && path.length === 1) return [name, member];
    const type = lostBy(member, known);
    if (type) note(type, [...path, name]);
    return [name, type ? null : cut(member, [...path, name], known, found)];
  });
  return Object.fromEntries(members);
}

/**
 * URLs of missing files within texts. They are only reported, because the text around them can't be
 * interpreted.
 */
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

/**
 * The layout without references to missing files and presets, and a list of those references
 * (contract: Trash 3).
 */
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
