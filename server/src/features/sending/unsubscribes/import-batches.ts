import type { OpenVault } from '../../../kernel/ports.ts';
import { knownAddress } from './addresses.rules.ts';
import type { ImportedLine } from './import-lines.ts';
import type { ImportMeaning, KnownAddress } from './unsubscribes.schema.ts';

const AT_ONCE = 1000;
/** The length of an HMAC-SHA-256. */
const MAC_BYTES = 32;

type Written = Exclude<ImportMeaning, 'skipped'>;
type Imported = KnownAddress & {
  /** The status in the file, if any. */
  reason: string;
};

/** Addresses packed into two large values: a million objects would take several times the memory. */
export interface ImportBatch {
  meaning: Written;
  macs: Buffer;
  texts: string;
}

const batchOf = (meaning: Written, all: readonly Imported[]): ImportBatch => ({
  meaning,
  macs: Buffer.concat(all.map(({ mac }) => mac)),
  texts: JSON.stringify(all.map(({ address, reason }) => [address, reason])),
});

export function addressesOf({ macs, texts }: ImportBatch): Imported[] {
  const pairs = JSON.parse(texts) as [address: string, reason: string][];
  return pairs.map(([address, reason], i) => ({
    ...{ address, reason },
    mac: macs.subarray(i * MAC_BYTES, (i + 1) * MAC_BYTES),
  }));
}

/**
 * Collects what to write while a file is read, so that the transaction, which holds a connection, starts only
 * after all CPU-heavy work.
 */
export function createCollector(vault: OpenVault, as: ImportMeaning | undefined) {
  const batches: ImportBatch[] = [];
  const waiting: Record<Written, Imported[]> = { unsubscribed: [], bounced: [] };
  let skipped = 0;

  function flush(meaning: Written) {
    const all = waiting[meaning].splice(0);
    if (all.length > 0) batches.push(batchOf(meaning, all));
  }

  return {
    add({ address, label, meanings }: ImportedLine) {
      for (const meaning of as ? [as] : meanings) {
        if (meaning === 'skipped') skipped++;
        else if (waiting[meaning].push({ ...knownAddress(vault, address), reason: label }) === AT_ONCE)
          flush(meaning);
      }
    },
    end() {
      flush('unsubscribed');
      flush('bounced');
      return { batches, skipped };
    },
  };
}
