import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { anyJson, anyObject, passThrough, versioned } from '../../../kernel/versioned.ts';
import { bodyTypes, categories, type LanguageContent, type LayoutState } from './layout-state.schema.ts';

const attachment = z.union([
  z.strictObject({ filename: z.string(), fileKey: z.string(), sendAsLink: z.boolean().optional() }),
  z.strictObject({ filename: z.string(), url: z.string() }),
]);

const marketingText = z.string().nullable().optional();
const marketingTexts = z.strictObject({
  unsubscribeText: marketingText,
  unsubscribeLinkLabel: marketingText,
  companyDetails: marketingText,
});

const content = z.strictObject({
  subject: z.string(),
  previewText: z.string(),
  bodyDesign: anyObject.nullable(),
  body: z.string().nullable(),
  attachments: z.array(attachment).nullable(),
  marketingTexts: marketingTexts.nullable(),
  writtenFor: anyJson,
});

const first = z.object({
  name: z.string(),
  description: z.string(),
  bodyType: z.enum(bodyTypes),
  category: z.enum(categories),
  defaultLocale: z.string(),
  languages: z.record(z.string(), passThrough<LanguageContent>(content)),
});

const second = first.extend({ requiredVariables: z.array(z.string()) });

export const snapshots = versioned<LayoutState>(
  'version of a layout',
  first.transform((state) => ({ ...state, requiredVariables: [], completeLanguagesOnly: false })),
  second.transform((state) => ({ ...state, completeLanguagesOnly: false })),
  second.extend({ completeLanguagesOnly: z.boolean() }),
);

// Runs off the event loop, because a layout with many languages can take tens of megabytes.
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A whole layout in the format that a version stores. */
export const packSnapshot = (state: LayoutState): Promise<Buffer> => compress(snapshots.write(state));
export const unpackSnapshot = async (snapshot: Buffer): Promise<LayoutState> =>
  snapshots.read((await decompress(snapshot)).toString());

/** Also returns the length; `null` if it exceeds `most`. For callers that read several snapshots. */
export async function unpackWithin(
  snapshot: Buffer,
  most: number,
): Promise<{ state: LayoutState; length: number } | null> {
  try {
    const text = await decompress(snapshot, { maxOutputLength: most });
    return { state: snapshots.read(text.toString()), length: text.length };
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
