import type { JsonObject } from 'outstep/kernel/json.ts';
import { ApiError } from '../../api/client.ts';
import type { CodeError } from '../../parts/code-area.tsx';
import type { Kind } from './queries.ts';

/** Formats blocks for editing. */
export const formatBlocks = (blocks: readonly unknown[]) => JSON.stringify(blocks, null, 2);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a list of blocks, or an object with one, as in preset files; `null` if the text is neither. */
export function parseBlocks(text: string): unknown[] | null {
  const value = parseJson(text);
  if (Array.isArray(value)) return value;
  const blocks = (value as { blocks?: unknown } | null | undefined)?.blocks;
  const isAlone = blocks !== undefined && Object.keys(value as object).length === 1;
  return isAlone && Array.isArray(blocks) ? blocks : null;
}

/** An email that contains only the preset in its place, with a placeholder in the middle. */
export const wrapInMail = (kind: Kind, blocks: unknown[], middle: string, locale = ''): JsonObject => ({
  subject: '-',
  ...(locale !== '' && { locale }),
  bodyDesign: (kind === 'part'
    ? { blocks }
    : {
        blocks: [{ type: 'text', html: `<p>${middle}</p>`, align: 'center' }],
        [kind]: { blocks },
      }) as JsonObject,
});

/** Locates the server's errors, whether it validated the surrounding email or only the blocks. */
export function presetErrors(error: unknown, text: string, words: { noBlocks: string }): CodeError[] {
  const value = parseJson(text);
  // The code view reports JSON syntax errors itself.
  if (value === undefined) return [];
  if (parseBlocks(text) === null) return [{ line: 1, field: '', reason: words.noBlocks }];
  const isList = Array.isArray(value);
  return Object.entries(error instanceof ApiError ? error.fields : {}).map(([field, reason]) => {
    const path = field.replace(/^(?:bodyDesign(?:\.(?:header|footer))?|languages\.[a-z\d-]+)\.?/, '');
    return { place: isList ? path.replace(/^blocks/, '') : path, field: path, reason };
  });
}
