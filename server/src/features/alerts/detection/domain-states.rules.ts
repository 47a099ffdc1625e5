import type { SenderDomain } from '../../sending/sender-domains/sender-domains.schema.ts';

export const domainParts = ['spf', 'dkim', 'dmarc'] as const;
export type DomainPart = (typeof domainParts)[number];

/** What was found of a domain last; of another domain or server it says nothing. */
export interface DomainStates {
  domain: string;
  host: string;
  right: DomainPart[];
  /** Were right once, and are not any more. */
  broken: DomainPart[];
}

type DomainChecks = Pick<SenderDomain, DomainPart>;

/** SPF and DKIM problems do not count against the policy: they have alerts of their own. */
function stateOf(checked: DomainChecks, part: DomainPart) {
  const isFollowing =
    part === 'dmarc' && checked.dmarc.findings.some(({ code }) => code === 'nothing_passes');
  return isFollowing ? 'right' : checked[part].state;
}

/** The new states, and what has broken since. What was never right has not broken, and no answer changes nothing. */
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
