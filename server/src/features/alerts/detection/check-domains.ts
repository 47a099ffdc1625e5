import type { DnsClient } from '../../../kernel/dns.ts';
import { domainOf } from '../../../kernel/mail-address.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { recordSignal } from '../../access/signals/signals.store.ts';
import { checkDomain } from '../../sending/sender-domains/check-domain.ts';
import { dkimRecordOf } from '../../sending/senders/dkim-record.ts';
import { nextDomainStates } from './domain-states.rules.ts';
import { claimDueDomains, findDomain, upsertDomain } from './domains.store.ts';

const PAGE = 40;
const AT_ONCE = 4;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export interface CheckDomainsContext {
  /** Calls a fixed list of functions; sees no store's rows. */
  outside: Queries;
  contextOf(storeId: string): Context;
  dns: DnsClient;
  now(): Date;
  isStopping(): boolean;
  onError(error: unknown, storeId: string): void;
}

/** Looks up a sender's domain; a broken one again within the hour, to report its recovery soon. */
async function checkOne({ contextOf, dns, now }: CheckDomainsContext, storeId: string, senderId: string) {
  const ctx = contextOf(storeId);
  const sender = await findDomain(ctx.db, senderId);
  if (!sender) return;
  const { host } = sender;
  const domain = domainOf(sender.fromAddress).toLowerCase();
  const key = await dkimRecordOf(ctx, domain);
  const checked = await dns.look(storeId, (reader) => checkDomain(reader, { domain, host, key }));
  const at = now();
  if (!checked) return void (await ctx.db.rows(upsertDomain(senderId, sender.states, at, HOUR_SECONDS)));
  const { states, broke } = nextDomainStates(sender.states, { domain, host }, checked);
  await ctx.db.batch([
    upsertDomain(senderId, states, at, states.broken.length > 0 ? HOUR_SECONDS : DAY_SECONDS),
    ...broke.map((reason) => recordSignal(storeId, 'domain', { reason, detail: domain }, at)),
  ]);
}

/** Looks up the domains of senders that are due, each once a day; returns how many. Queries only DNS. */
export async function checkDueDomains(checking: CheckDomainsContext): Promise<number> {
  const due = await claimDueDomains(checking.outside, checking.now(), PAGE);
  const count = due.length;
  const checkNext = async (): Promise<void> => {
    for (let next = due.shift(); next && !checking.isStopping(); next = due.shift()) {
      const { storeId, senderId } = next;
      await checkOne(checking, storeId, senderId).catch((error) => checking.onError(error, storeId));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
  return count;
}
