import type { DnsReader } from '../../../kernel/dns.ts';
import { publicDetail, publicRecords, tagsOf } from './dns-records.rules.ts';
import type { CheckState, DkimCheck, DkimFinding } from './sender-domains.schema.ts';

type DkimRecordAssessment = Pick<DkimFinding, 'code' | 'detail'> & { isRight: boolean };

const wrong = (code: DkimFinding['code'], detail = ''): DkimRecordAssessment => ({
  code,
  detail,
  isRight: false,
});

const listed = (value: string) => value.split(':').map((each) => each.trim().toLowerCase());

/** The first tag that prevents receivers from using the key for email signed with RSA and SHA-256. */
function blockingTag(tags: ReadonlyMap<string, string>): string | null {
  const [version, kind, hashes, services] = ['v', 'k', 'h', 's'].map((name) => tags.get(name));
  if (version !== undefined && version !== 'DKIM1') return `v=${version}`;
  if (kind !== undefined && kind.toLowerCase() !== 'rsa') return `k=${kind}`;
  if (hashes !== undefined && !listed(hashes).includes('sha256')) return `h=${hashes}`;
  if (services !== undefined && !listed(services).some((each) => each === '*' || each === 'email'))
    return `s=${services}`;
  return null;
}

/** Whether a record publishes the key that emails are signed with (RFC 6376, 3.6.1). */
function judgeDkimRecord(record: string, publicKey: string): DkimRecordAssessment {
  const tags = tagsOf(record);
  const published = tags?.get('p')?.replace(/\s/g, '');
  if (!tags || published === undefined) return wrong('unreadable');
  if (published === '') return wrong('revoked');
  const tag = blockingTag(tags);
  if (tag !== null) return wrong('other_kind', tag);
  if (published !== publicKey) return wrong('other_key');
  const isTesting = listed(tags.get('t') ?? '').includes('y');
  return { code: isTesting ? 'testing' : 'key_published', detail: '', isRight: true };
}

/** The name and value of the DNS record for a store's public key. */
export interface PublishedKey {
  record: string;
  value: string;
  publicKey: string;
}

type DkimAssessment = [state: CheckState, code: DkimFinding['code'], detail?: string];

function assessDkimRecords(records: readonly string[], publicKey: string): DkimAssessment {
  const [record, another] = records;
  if (record === undefined) return ['missing', 'no_record'];
  // Receivers may use either record.
  if (another !== undefined) return ['wrong', 'several_records', String(records.length)];
  const { isRight, code, detail } = judgeDkimRecord(record, publicKey);
  return [isRight ? 'right' : 'wrong', code, detail];
}

/** Checks whether receivers find the key that signs a domain's email. */
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
  const [state, code, detail = '']: DkimAssessment =
    answer.state === 'unknown'
      ? ['unknown', 'no_answer', key.record]
      : assessDkimRecords(records, key.publicKey);
  return {
    ...{ state, name: key.record, found: publicRecords(records), hasKey: true },
    findings: [{ code, detail: publicDetail(detail) }],
    put: state === 'right' ? null : { name: key.record, type: 'TXT', value: key.value },
  };
}
