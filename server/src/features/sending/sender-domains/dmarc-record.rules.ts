import { tagsOf } from './tags.rules.ts';

export type Policy = 'none' | 'quarantine' | 'reject';
type Alignment = 'relaxed' | 'strict';

export interface DmarcRecord {
  /** `null` where it is not said; `unknown` where it is said in words that nobody knows. */
  policy: Policy | 'unknown' | null;
  /** For domains below the one that has the record. */
  below: Policy | 'unknown' | null;
  alignment: { spf: Alignment; dkim: Alignment };
  /** Whether the domain says of itself that it is (y), or is not (n), one that others register names under. */
  psd: 'y' | 'n' | null;
}

const policies: readonly Policy[] = ['none', 'quarantine', 'reject'];

function policyOf(value: string | undefined): DmarcRecord['policy'] {
  if (value === undefined) return null;
  return policies.find((each) => each === value.toLowerCase()) ?? 'unknown';
}

const alignmentOf = (value: string | undefined): Alignment =>
  value?.toLowerCase() === 's' ? 'strict' : 'relaxed';

/** Receivers pass over what does not begin so, letter by letter. */
export const isDmarc = (text: string) => /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text);

export function readDmarc(text: string): DmarcRecord | null {
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

/** Of a name with more labels, those in between are left out (RFC 9989, 4.10). */
const MOST_LABELS = 7;

/** The domains above one, as far as the tree walk goes: of eight labels or more, only the last seven are asked for. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.');
  const first = Math.max(1, labels.length - MOST_LABELS);
  return labels.slice(first).map((_, i, rest) => rest.slice(i).join('.'));
}
