import { z } from 'zod';
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

/** The name of an author from before versions were kept. */
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

/** In a path: anything but a number is not found (contract: Versions 4). */
export const versionInput = z.union([z.int(), z.string()]).describe('Number of the version.');

export const changes = z.array(
  z.object({
    path: z.string(),
    before: jsonValue.describe('`null` if there was nothing.'),
    after: jsonValue,
  }),
);
