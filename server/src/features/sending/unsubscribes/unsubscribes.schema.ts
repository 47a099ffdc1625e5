import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { localStream } from '../../../kernel/local-file.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';

/** The source of an unsubscribe: the link in an email, an imported list, or someone at the store. */
export const unsubscribeSources = ['link', 'import', 'app'] as const;
export type UnsubscribeSource = (typeof unsubscribeSources)[number];

/** An address and the MAC that finds it, even after the text is erased. */
export interface KnownAddress {
  mac: Buffer;
  address: string;
}

/** How an import treats an address. */
export const importMeanings = ['unsubscribed', 'bounced', 'skipped'] as const;
export type ImportMeaning = (typeof importMeanings)[number];

export const importEncodings = ['UTF-8', 'UTF-16', 'Windows-1252'] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/**
 * The maximum number of rejected lines to list. In a file with more, people fix the pattern of the first
 * ones.
 */
export const MAX_REFUSED_LINES = 100;

const readFile = {
  encoding: z.enum(importEncodings).describe('Encoding that the file was read with.'),
  refused: z.int().describe('Number of lines that were rejected.'),
  refusedLines: z
    .array(z.object({ line: z.int(), reason: z.string() }))
    .describe(`The first ${MAX_REFUSED_LINES} rejected lines.`),
  openLine: z
    .int()
    .nullable()
    .describe(
      'Number of the last line, if it has no line break: if the file was cut off there, its address is incomplete.',
    ),
};

export const importedCounts = z.object({
  imported: z.int().describe('Addresses that were newly unsubscribed.'),
  suppressed: z.int().describe('Addresses that were newly suppressed, because they bounced.'),
  known: z.int().describe('Addresses that were already in the list, or occurred several times in the file.'),
  skipped: z.int().describe('Lines whose status means neither unsubscribed nor bounced.'),
  ...readFile,
});

export type ImportedCounts = z.output<typeof importedCounts>;

export const importReport = z.object({
  addresses: z.int().describe('Lines with an address that are not skipped.'),
  columns: z
    .array(z.string())
    .describe('Columns that determine what an address means; empty if there are none.'),
  statuses: z
    .array(
      z.object({
        status: z.string().describe('As in the file; empty if the file has none.'),
        meaning: z.enum(importMeanings).nullable().describe('`null` if it is not recognized.'),
        rows: z.int(),
      }),
    )
    .describe('Statuses in these columns, most frequent first.'),
  ...readFile,
});
export type ImportReport = z.output<typeof importReport>;

export const addressInput = z.object({ email: z.string().describe('The address; case does not matter.') });
export const removed = z.object({ removed: z.boolean().describe('Whether the address was in the list.') });

export const MAX_IMPORTED_LINES = 1_000_000;

export const checkImportInput = z.object({
  file: localStream().describe(
    'One address per line, or CSV with an `email` column and, optionally, a `status` column.',
  ),
  statuses: z
    .string()
    .optional()
    .describe(
      'What unrecognized statuses mean, such as `Opted out=unsubscribed; Gone=bounced; Guest=skipped`.',
    ),
});

export const importInput = checkImportInput.extend({
  as: z
    .enum(['unsubscribed', 'bounced'])
    .optional()
    .describe(
      'What the addresses mean. Required if no column of the file determines this, and rejected if one does.',
    ),
});

export interface UnsubscribeRow {
  address: string;
  source: UnsubscribeSource;
  createdAt: Date;
}

/** The status allows importing the file again, here or elsewhere. */
export interface ExportedUnsubscribe extends UnsubscribeRow {
  status: 'unsubscribed';
}

export const exportColumns = [
  'address',
  'source',
  'createdAt',
  'status',
] as const satisfies (keyof ExportedUnsubscribe)[];

export const exportedRows = z.object({
  unsubscribes: z.custom<AsyncIterable<ExportedUnsubscribe>>().meta({ type: 'array' }),
});

export const listUnsubscribesInput = z.object({ ...pageInput, ...searchInput('the address') });

export const unsubscribe = z.object({
  address: z.string(),
  source: z.enum(unsubscribeSources),
  createdAt: time,
});

/** An address that a mail server permanently rejected, or that bounced according to an imported list. */
export const suppression = z.object({
  address: z.string(),
  imported: z.boolean().describe('Whether it comes from an imported list.'),
  reason: z
    .string()
    .describe(
      'Response of the mail server, or the status in the imported list; empty once the address is erased.',
    ),
  executionId: id.nullable().describe('The email that was rejected; `null` if unknown.'),
  createdAt: time,
});

export type SuppressionView = z.output<typeof suppression>;
export type UnsubscribeView = z.output<typeof unsubscribe>;
