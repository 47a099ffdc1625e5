import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { localStream } from '../../../kernel/local-file.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';

/** Where an unsubscribe came from: the link in an email, a list, or somebody at the store. */
export const unsubscribeSources = ['link', 'import', 'app'] as const;
export type UnsubscribeSource = (typeof unsubscribeSources)[number];

/** An address and the MAC that finds it, even after the text is erased. */
export interface KnownAddress {
  mac: Buffer;
  address: string;
}

export const importedCounts = z.object({
  imported: z.int().describe('Addresses that are unsubscribed from now on.'),
  known: z.int().describe('Addresses that were unsubscribed already.'),
  refused: z.int().describe('Lines without an address.'),
});

export const addressInput = z.object({ email: z.string().describe('The address, in any case.') });
export const removed = z.object({ removed: z.boolean().describe('Whether it was there.') });

export const MAX_IMPORTED_LINES = 1_000_000;

export const importInput = z.object({
  file: localStream().describe('One address a line, or CSV with a column `email` or `address`.'),
});

export interface UnsubscribeRow {
  address: string;
  source: UnsubscribeSource;
  createdAt: Date;
}

export const exportColumns = ['address', 'source', 'createdAt'] as const satisfies (keyof UnsubscribeRow)[];

export const exportedRows = z.object({
  unsubscribes: z.custom<AsyncIterable<UnsubscribeRow>>().meta({ type: 'array' }),
});

export const listUnsubscribesInput = z.object({ ...pageInput, ...searchInput('the address') });

export const unsubscribe = z.object({
  address: z.string(),
  source: z.enum(unsubscribeSources),
  createdAt: time,
});

/** An address that a mail server refused for good. */
export const suppression = z.object({
  address: z.string(),
  reason: z.string().describe('What the mail server said; empty once the address was erased.'),
  executionId: id.nullable().describe('The mail that it refused; null where that was not noted.'),
  createdAt: time,
});

export type SuppressionView = z.output<typeof suppression>;
export type UnsubscribeView = z.output<typeof unsubscribe>;
