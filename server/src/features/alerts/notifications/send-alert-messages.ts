import type { Context } from '../../../kernel/operation.ts';
import type { ServiceMail } from '../../../kernel/people.ts';
import type { Queries } from '../../../kernel/ports.ts';
import type { WatchedCause } from '../alerts/alerts.schema.ts';
import { readAlerts } from '../alerts/alerts.store.ts';
import { alertMail } from './alert-mail.rules.ts';
import { readLanguages } from './choices.store.ts';
import { claimMessages, type DueMessage, delayMessage, endMessages } from './messages.store.ts';
import { alertPayload, postToWebhook } from './post-webhook.ts';

const PAGE = 100;
const STORES_AT_ONCE = 8;
/**
 * How long an email that couldn't be sent waits for its retry; must be longer than a page of messages takes.
 */
const PAUSE_SECONDS = 600;
/** The pause after each failed post to a webhook. When they are used up, the message is dropped. */
const WEBHOOK_PAUSES_SECONDS = [60, 300, 1_800, 7_200, 21_600];

export interface SendAlertsContext {
  /** Calls a fixed list of functions; sees no store's rows. */
  outside: Queries;
  contextOf(storeId: string): Context;
  mail: ServiceMail;
  now(): Date;
  isStopping(): boolean;
  onError(error: unknown, storeId: string): void;
}

type AlertsById = ReadonlyMap<string, WatchedCause>;

const groupedBy = <K>(messages: readonly DueMessage[], keyOf: (message: DueMessage) => K) =>
  Map.groupBy(messages, keyOf);

/** One email per person with all their pending alerts. */
async function mailPeople(
  ctx: Context,
  mail: ServiceMail,
  messages: readonly DueMessage[],
  alerts: AlertsById,
) {
  const languages = await readLanguages(ctx.db, [...new Set(messages.map(({ personId }) => personId ?? ''))]);
  const page = `${ctx.baseUrl}/stores/${ctx.storeId}/alerts`;
  let sent = 0;
  for (const [personId, own] of groupedBy(messages, (message) => message.personId)) {
    const told = own.flatMap(({ event, alertId }) => {
      const watch = alerts.get(alertId);
      return watch ? [{ event, watch }] : [];
    });
    const [{ email } = { email: null }] = own;
    if (email !== null && told.length > 0) {
      const content = alertMail(told, languages.get(personId ?? '') ?? 'en', page);
      if (!(await mail.send({ to: email, ...content }))) continue;
      sent++;
    }
    await endMessages(
      ctx.db,
      own.map(({ id }) => id),
    );
  }
  return sent;
}

async function postOne(ctx: Context, { id, event, alertId, attempts }: DueMessage, alerts: AlertsById) {
  const watch = alerts.get(alertId);
  const posted = watch ? await postToWebhook(ctx, id, `alert.${event}`, alertPayload(ctx, watch)) : 'absent';
  const pause = WEBHOOK_PAUSES_SECONDS[attempts - 1];
  if (posted !== 'absent' && posted.error !== null && pause !== undefined) {
    await delayMessage(ctx.db, id, ctx.now(), pause);
    return 0;
  }
  await endMessages(ctx.db, [id]);
  return posted !== 'absent' && posted.error === null ? 1 : 0;
}

async function tellStore(sending: SendAlertsContext, storeId: string, messages: readonly DueMessage[]) {
  const ctx = { ...sending.contextOf(storeId), now: sending.now };
  const rows = await readAlerts(ctx.db, [...new Set(messages.map(({ alertId }) => alertId))]);
  const alerts = new Map(rows.map((row) => [row.id, row]));
  const forPeople = messages.filter(({ personId }) => personId !== null);
  let told = forPeople.length > 0 ? await mailPeople(ctx, sending.mail, forPeople, alerts) : 0;
  for (const message of messages) {
    if (message.personId !== null) continue;
    if (sending.isStopping()) break;
    told += await postOne(ctx, message, alerts);
  }
  return told;
}

/** Sends alert emails and webhooks and returns how many. A store with a slow webhook delays only itself. */
export async function sendAlertMessages(sending: SendAlertsContext): Promise<number> {
  const due = await claimMessages(sending.outside, sending.now(), PAGE, PAUSE_SECONDS);
  const stores = [...groupedBy(due, ({ storeId }) => storeId)];
  let told = 0;
  const sendNextMessage = async (): Promise<void> => {
    for (let next = stores.shift(); next && !sending.isStopping(); next = stores.shift()) {
      const [storeId, messages] = next;
      told += await tellStore(sending, storeId, messages).catch((error) => {
        sending.onError(error, storeId);
        return 0;
      });
    }
  };
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, sendNextMessage));
  return told;
}
