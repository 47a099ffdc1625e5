import type { SenderDomain } from '../../sending/sender-domains/sender-domains.schema.ts';

export const domainParts = ['spf', 'dkim', 'dmarc'] as const;
export type DomainPart = (typeof domainParts)[number];

/** The last result for a domain; it does not apply to another domain or server. */
export interface DomainStates {
  domain: string;
  host: string;
  right: DomainPart[];
  /** Parts that were valid once and no longer are. */
  broken: DomainPart[];
}

type DomainChecks = Pick<SenderDomain, DomainPart>;

/** SPF and DKIM problems do not count against the policy: they have separate alerts. */
function stateOf(checked: DomainChecks, part: DomainPart) {
  const isFollowing =
    part === 'dmarc' && checked.dmarc.findings.some(({ code }) => code === 'nothing_passes');
  return isFollowing ? 'right' : checked[part].state;
}

/**
 * The new states, and the parts that have broken since. A part that was never valid cannot break, and a
 * missing DNS answer changes nothing.
 */
export function nextDomainStates(
  before: DomainStates | null,
  { domain, host }: Pick<DomainStates, 'domain' | 'host'>,
  checked: DomainChecks,
): { states: DomainStates; broke: DomainPart[] } {
  const known = before?.domain === domain && before.host === host ? before : null;
  const states: DomainStates = { domain, host, right: [], broken: [] };
  const broke: DomainPart[] = [];
  for (const part of domainParts) {
    const state = stateOf(checked, part);
    const [wasRight, wasBroken] = [known?.right.includes(part), known?.broken.includes(part)];
    if (state === 'right' || (state === 'unknown' && wasRight)) states.right.push(part);
    else if (wasBroken || wasRight) states.broken.push(part);
    if (wasRight && states.broken.includes(part)) broke.push(part);
  }
  return { states, broke };
}
