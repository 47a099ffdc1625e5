import type { DnsReader } from '../../../kernel/dns.ts';
import { judgeDkimRecord } from './dkim-record.rules.ts';
import type { Checked, DkimCheck, DkimFinding } from './sender-domains.schema.ts';
import { publicDetail, publicRecords } from './shown.rules.ts';

/** The name and value of the DNS record for a store's public key. */
export interface PublishedKey {
  record: string;
  value: string;
  publicKey: string;
}

type Judged = [state: Checked, code: DkimFinding['code'], detail?: string];

function judge(records: readonly string[], publicKey: string): Judged {
  const [record, another] = records;
  if (record === undefined) return ['missing', 'no_record'];
  // Receivers may take either.
  if (another !== undefined) return ['wrong', 'several_records', String(records.length)];
  const { isRight, code, detail } = judgeDkimRecord(record, publicKey);
  return [isRight ? 'right' : 'wrong', code, detail];
}

/** Whether receivers find the key that the mail of a domain is signed with. */
export async function checkDkim(
  dns: DnsReader,
  domain: string,
  key: PublishedKey | null,
): Promise<DkimCheck> {
  if (!key)
    return {
      ...{ state: 'missing', name: `_domainkey.${domain}`, found: [], put: null, hasKey: false },
      findings: [{ code: 'no_key', detail: '' }],
    };
  const answer = await dns.texts(key.record);
  const records = answer.state === 'found' ? answer.records : [];
  const [state, code, detail = '']: Judged =
    answer.state === 'unknown' ? ['unknown', 'no_answer', key.record] : judge(records, key.publicKey);
  return {
    ...{ state, name: key.record, found: publicRecords(records), hasKey: true },
    findings: [{ code, detail: publicDetail(detail) }],
    put: state === 'right' ? null : { name: key.record, type: 'TXT', value: key.value },
  };
}
