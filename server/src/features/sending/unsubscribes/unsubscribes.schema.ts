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
  imported: z.int().describe('Addresses that were newly unsubscribed.'),
  known: z.int().describe('Addresses that were already unsubscribed.'),
  refused: z.int().describe('Lines without an address.'),
});

export const addressInput = z.object({ email: z.string().describe('The address; case does not matter.') });
export const removed = z.object({ removed: z.boolean().describe('Whether the address was in the list.') });

export const MAX_IMPORTED_LINES = 1_000_000;

export const importInput = z.object({
  file: localStream().describe('One address per line, or CSV with a column `email` or `address`.'),
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
  reason: z.string().describe('Response of the mail server; empty once the address is erased.'),
  executionId: id.nullable().describe('The email that was rejected; `null` if unknown.'),
  createdAt: time,
});

export type SuppressionView = z.output<typeof suppression>;
export type UnsubscribeView = z.output<typeof unsubscribe>;
