import { createPublicKey } from 'node:crypto';
import type { Context } from '../../../kernel/operation.ts';
import { findDkimKey } from './find-sender.ts';

/** The DNS record for a key: its name and its value. */
export interface DkimRecord {
  record: string;
  value: string;
  /** As in the value: base64 of its DER. */
  publicKey: string;
}

/** `key` is either half of the pair, as PEM. */
export function dkimRecord(domain: string, selector: string, key: string): DkimRecord {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { record: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}`, publicKey };
}

/** For the key that the store has for a domain, if any. */
export async function dkimRecordOf(
  ctx: Pick<Context, 'db' | 'vault'>,
  domain: string,
): Promise<DkimRecord | null> {
  const key = await findDkimKey(ctx, domain);
  return key && dkimRecord(key.domain, key.selector, key.privateKey);
}
