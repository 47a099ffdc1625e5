import type { PropertyPath } from '../../../kernel/fields.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';

export interface Reference {
  path: PropertyPath;
  id: string;
}

/** The uploaded files and presets that a design or the blocks of a preset refer to, with their paths. */
export interface References {
  files: Reference[];
  presets: Reference[];
}

export function referencesOf(value: Json): References {
  const found: References = { files: [], presets: [] };
  collect(value, [], found);
  return found;
}

const members: Readonly<Record<string, keyof References>> = { fileKey: 'files', preset: 'presets' };

function collect(value: Json, path: PropertyPath, found: References): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) collect(item, [...path, i], found);
    return;
  }
  for (const [name, member] of Object.entries(value as JsonObject)) {
    // The store's own data is not searched.
    if (path.length === 0 && name === 'testVariables') continue;
    const list = members[name];
    if (list && typeof member === 'string') found[list].push({ path: [...path, name], id: member });
    else collect(member, [...path, name], found);
  }
}
