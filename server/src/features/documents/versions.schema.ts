import { z } from 'zod';
import { requiredText } from '../../kernel/fields.ts';
import { time } from '../../kernel/id.ts';
import { jsonValue } from '../../kernel/json.ts';

/** Members of every version summary; each document kind adds those that its lists show (contract: Versions 2). */
export interface VersionSummary {
  version: number;
  /** Where the write came from. */
  source: string;
  author: { type: string; name: string };
  summary: string;
  createdAt: Date;
}

/** The name of an author; there is none for writes from before versions were kept. */
export const authorNameOrEmpty = z.string().describe('Empty if unknown.');

export const versionSummaryOf = <
  const Source extends string,
  const Author extends string,
  Listed extends z.ZodRawShape,
>(
  sources: readonly Source[],
  author: { types: readonly Author[]; name: z.ZodString },
  listed: Listed,
) =>
  z.object({
    version: z.int(),
    source: z.enum(sources),
    author: z.object({ type: z.enum(author.types), name: author.name }),
    summary: z.string().describe('What the write changed.'),
    ...listed,
    createdAt: time,
  });

/** How many versions beyond the newest 25 are kept of a document, and for how long (contract: Versions 5). */
export const MAX_KEPT = 10;
export const KEPT_DAYS = 180;
/**
 * One less than are kept, so that there is always room for the version that a person saved last
 * (contract: Versions 6).
 */
export const MAX_LABELS = MAX_KEPT - 1;
export const MAX_LABEL = 100;

export const labelInput = requiredText(MAX_LABEL)
  .transform((label) => label.trim())
  .nullable()
  .describe('The name of the version; `null` removes it.');

const keptFields = {
  label: z.string().nullable().describe('The name that a person gave it.'),
  keptUntil: time.nullable().describe('`null` while it is among the newest 25.'),
};

/** A version that is kept or has a name, in the form in which its kind lists versions. */
export const keptVersionOf = <Shape extends z.ZodRawShape>(summary: z.ZodObject<Shape>) =>
  summary.extend(keptFields);

/** In a path: anything but a number is not found (contract: Versions 4). */
export const versionInput = z.union([z.int(), z.string()]).describe('Number of the version.');

export const changes = z.array(
  z.object({
    path: z.string(),
    before: jsonValue.describe('`null` if there was no value.'),
    after: jsonValue,
  }),
);
