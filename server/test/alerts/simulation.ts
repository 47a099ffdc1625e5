import { randomBytes } from 'node:crypto';
import { checkDueDomains } from '../../src/features/alerts/detection/check-domains.ts';
import { judgeStores } from '../../src/features/alerts/detection/judge-stores.ts';
import { sendAlertMessages } from '../../src/features/alerts/notifications/send-alert-messages.ts';
import type { ActionType, Status } from '../../src/features/records/history/history.schema.ts';
import {
  beginExecution,
  finishExecution,
} from '../../src/features/records/history/record-execution.store.ts';
import type { Message } from '../../src/kernel/messages/message.ts';
import type { PlainMail } from '../../src/kernel/people.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';

const MINUTE = 60_000;

/** A UUIDv7 for the given time. */
export function idAt(at: Date): string {
  const bytes = Buffer.concat([Buffer.alloc(6), randomBytes(10)]);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export interface EndedAttempt {
  type: ActionType;
  config: string;
  /** `null` for a successful one. */
  error: Message | null;
  sender?: string;
  trigger?: 'workflow' | 'test';
  /** Events of the timeline. */
  events?: readonly string[];
}

/**
 * A product with a manual clock: the test decides when executions end, stores are judged and people are
 * notified.
 */
export function simulate(outstep: Outstep, start: Date) {
  const { core } = outstep;
  const contexts = createContexts(core);
  const mails: PlainMail[] = [];
  const errors: unknown[] = [];
  let now = start;
  let takesMail = true;
  const outside = core.database.outsideStores;
  const common = {
    ...{ outside, contextOf: contexts.ofStore, now: () => now, isStopping: () => false },
    onError: (error: unknown) => void errors.push(error),
  };
  const mail = {
    send: async (message: PlainMail) => {
      if (takesMail) mails.push(message);
      return takesMail;
    },
  };

  const sql = <Row extends object>(text: string, values: unknown[] = []) =>
    withClient(
      outstep.env['DATABASE_URL'] as string,
      async (client) => (await client.query<Row>(text, values)).rows,
    );

  return {
    contexts,
    mails,
    errors,
    sql,
    get now() {
      return now;
    },
    at(time: Date) {
      now = time;
    },
    setMail(takes: boolean) {
      takesMail = takes;
    },
    /** Ends an execution now, through the statements that end every execution. */
    async end(storeId: string, ended: EndedAttempt): Promise<string> {
      const db = core.database.forStore(storeId);
      const id = idAt(now);
      const { type, config, error, sender, trigger = 'workflow', events = [] } = ended;
      await beginExecution(db, {
        ...{ storeId, id, actionType: type, actionConfigId: config, actionConfigName: 'Anna Berg', trigger },
        createdAt: now,
      });
      if (sender)
        await sql(
          `insert into deliveries (store_id, execution_id, position, state, lane, slots)
           values ($1, $2, 1, 'sent', $3, 1)`,
          [storeId, id, `sender:${sender}`],
        );
      await finishExecution(db, id, {
        status: (error === null ? 'SUCCESS' : 'FAILED') satisfies Status,
        ...{
          error: error === null ? null : error,
          request: { to: 'anna.berg@customer.example' },
          response: null,
          attempts: 1,
        },
        timeline: events.map((event) => ({ at: now.toISOString(), event })),
        ...{ startedAt: now, finishedAt: now },
      });
      return id;
    },
    judge: () =>
      judgeStores({
        ...{ outside, forStore: core.database.forStore, newId: core.runtime.newId, mails: true },
        ...{ now: () => now, isStopping: () => false, onError: (error) => void errors.push(error) },
      }),
    tell: () => sendAlertMessages({ ...common, mail }),
    checkDomains: () => checkDueDomains({ ...common, dns: contexts.dns.get() }),
    minutesLater(minutes: number) {
      now = new Date(now.getTime() + minutes * MINUTE);
    },
    close: () => contexts.close(),
  };
}

export type Simulation = ReturnType<typeof simulate>;
