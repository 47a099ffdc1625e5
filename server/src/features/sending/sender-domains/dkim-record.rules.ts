import type { DkimFinding } from './sender-domains.schema.ts';
import { tagsOf } from './tags.rules.ts';

type Judged = Pick<DkimFinding, 'code' | 'detail'> & { isRight: boolean };

const wrong = (code: DkimFinding['code'], detail = ''): Judged => ({ code, detail, isRight: false });

const listed = (value: string) => value.split(':').map((each) => each.trim().toLowerCase());

/** The first tag that keeps receivers from using the key for mail signed with RSA and SHA-256. */
function hindrance(tags: ReadonlyMap<string, string>): string | null {
  const [version, kind, hashes, services] = ['v', 'k', 'h', 's'].map((name) => tags.get(name));
  if (version !== undefined && version !== 'DKIM1') return `v=${version}`;
  if (kind !== undefined && kind.toLowerCase() !== 'rsa') return `k=${kind}`;
  if (hashes !== undefined && !listed(hashes).includes('sha256')) return `h=${hashes}`;
  if (services !== undefined && !listed(services).some((each) => each === '*' || each === 'email'))
    return `s=${services}`;
  return null;
}

/** Whether a record publishes the key that mails are signed with (RFC 6376, 3.6.1). */
export function judgeDkimRecord(record: string, publicKey: string): Judged {
  const tags = tagsOf(record);
  const published = tags?.get('p')?.replace(/\s/g, '');
  if (!tags || published === undefined) return wrong('unreadable');
  if (published === '') return wrong('revoked');
  const tag = hindrance(tags);
  if (tag !== null) return wrong('other_kind', tag);
  if (published !== publicKey) return wrong('other_key');
  const isTesting = listed(tags.get('t') ?? '').includes('y');
  return { code: isTesting ? 'testing' : 'key_published', detail: '', isRight: true };
}
