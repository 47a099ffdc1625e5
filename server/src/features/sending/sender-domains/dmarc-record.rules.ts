import { tagsOf } from './dns-records.rules.ts';

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';
type DmarcAlignment = 'relaxed' | 'strict';

export interface DmarcRecord {
  /** `null`: not given. `unknown`: given with an undefined value. */
  policy: DmarcPolicy | 'unknown' | null;
  /** For subdomains of the domain that has the record. */
  below: DmarcPolicy | 'unknown' | null;
  alignment: { spf: DmarcAlignment; dkim: DmarcAlignment };
  /** Whether the domain declares itself a public suffix (y), or not one (n). */
  psd: 'y' | 'n' | null;
}

const policies: readonly DmarcPolicy[] = ['none', 'quarantine', 'reject'];

function policyOf(value: string | undefined): DmarcRecord['policy'] {
  if (value === undefined) return null;
  return policies.find((each) => each === value.toLowerCase()) ?? 'unknown';
}

const alignmentOf = (value: string | undefined): DmarcAlignment =>
  value?.toLowerCase() === 's' ? 'strict' : 'relaxed';

/** Receivers ignore records that do not begin like this; case matters. */
export const isDmarc = (text: string) => /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text);

export function parseDmarc(text: string): DmarcRecord | null {
  const tags = isDmarc(text) ? tagsOf(text) : null;
  if (!tags) return null;
  const psd = tags.get('psd')?.toLowerCase();
  return {
    policy: policyOf(tags.get('p')),
    below: policyOf(tags.get('sp')),
    alignment: { spf: alignmentOf(tags.get('aspf')), dkim: alignmentOf(tags.get('adkim')) },
    psd: psd === 'y' || psd === 'n' ? psd : null,
  };
}

/** For a longer name, the labels before the last seven are skipped (RFC 9989, 4.10). */
const MOST_LABELS = 7;

/** The parent domains that the tree walk queries: for eight labels or more, it starts at the last seven. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.');
  const first = Math.max(1, labels.length - MOST_LABELS);
  return labels.slice(first).map((_, i, rest) => rest.slice(i).join('.'));
}
