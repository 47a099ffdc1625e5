import { z } from 'zod';

/** Where an unsubscribe came from: its mail, a list, or somebody at the store. */
export const unsubscribeSources = ['link', 'import', 'app'] as const;
export type UnsubscribeSource = (typeof unsubscribeSources)[number];

/** An address as it is found and, until it is erased, written. */
export interface KnownAddress {
  mac: Buffer;
  address: string;
}

export const importedCounts = z.object({
  imported: z.int().describe('Addresses that are unsubscribed from now on.'),
  known: z.int().describe('Addresses that were unsubscribed already.'),
  refused: z.int().describe('Lines without an address.'),
});
