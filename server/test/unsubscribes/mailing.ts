import { downloadUrl } from '../../src/features/sending/downloads/download-link.ts';
import { unsubscribeUrl } from '../../src/features/sending/unsubscribes/unsubscribe-link.ts';
import type { Outstep } from '../harness/outstep.ts';

/** A store as the sending code sees it. */
export const sendingContext = ({ core, origin }: Outstep, storeId: string) => ({
  ...core.runtime,
  baseUrl: origin,
  storeId,
  db: core.database.forStore(storeId),
  vault: core.vaultFor(storeId),
});

export interface MailRecipient {
  address: string;
  locale?: string;
  executionId?: string;
}

/** The path of an email's unsubscribe link. */
export async function linkFor(outstep: Outstep, storeId: string, { address, ...mail }: MailRecipient) {
  const { locale = 'en', executionId = outstep.core.runtime.newId() } = mail;
  const url = await unsubscribeUrl(sendingContext(outstep, storeId), { executionId, address, locale });
  return url.slice(outstep.origin.length);
}

/** The path of a file that an email offers for download. */
export async function downloadFor(outstep: Outstep, storeId: string, fileKey: string, filename: string) {
  const executionId = outstep.core.runtime.newId();
  const url = await downloadUrl(sendingContext(outstep, storeId), { executionId, fileKey, filename });
  return url.slice(outstep.origin.length);
}

/** Every token that differs from this one in a single bit of its characters. */
export function* bitFlips(token: string): Generator<string> {
  const bytes = Buffer.from(token, 'latin1');
  for (let at = 0; at < bytes.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ (1 << bit);
      yield changed.toString('latin1');
    }
}
