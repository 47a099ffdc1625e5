import type { AddressObject, ParsedMail } from 'mailparser';
import { simpleParser } from 'mailparser';
import { bind, statement } from '../../src/kernel/ports.ts';
import { layoutsPath } from '../harness/layouts.ts';
import type { Env } from '../harness/process.ts';
import { BASE_URL, sharedTestStack } from '../harness/shared.ts';
import { callStep, type StepAnswer } from '../harness/signed-step.ts';
import { type SmtpStandIn, startSmtpServer, type TakenMessage } from '../harness/smtp-server.ts';
import { eventually, startTestStack, type TestStack } from '../harness/test-stack.ts';

export { BASE_URL, QUICK_RETRIES } from '../harness/shared.ts';

export interface Entry extends Record<string, unknown> {
  status: string;
  error: string | null;
  timeline: { at: string; event: string; detail?: string }[];
}

/** Everything an email passes through, with a store that has a sender. */
export interface MailStack extends TestStack {
  smtp: SmtpStandIn;
  senderId: string;
  newSender(port: number, fields?: Record<string, unknown>): Promise<string>;
  layout(fields: Record<string, unknown>): Promise<string>;
  translation(layoutId: string, locale: string, fields: Record<string, unknown>): Promise<void>;
  /** Posts the step without waiting for its end. */
  post(layoutId: string, runId: string, fields: Record<string, unknown>): Promise<StepAnswer>;
  /** Posts the step and waits for its end. */
  send(layoutId: string, runId: string, fields: Record<string, unknown>): Promise<Entry & { id: string }>;
  ended(executionId: string): Promise<Entry & { id: string }>;
  operate(name: string, fields: Record<string, unknown>): Promise<Record<string, never>>;
  /** Messages that the server accepted for these recipients, parsed. */
  mailsTo(...recipients: string[]): Promise<ParsedMail[]>;
  takenFor(recipient: string): TakenMessage[];
  /** The public response at an address from an email. */
  open(url: string, init?: RequestInit): Promise<Response>;
  quotaUsed(): Promise<number>;
}

const isPending = statement<{ status: string }>(
  'test_execution_status',
  'select status from executions where id = $1',
);
const usedOfQuota = statement<{ used: number }>(
  'test_quota_used',
  'select coalesce(sum(used), 0)::integer as used from quota_usage',
);

/** As given in a header. */
export const addressesOf = (field: AddressObject | AddressObject[] | undefined) =>
  [field ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));

export const startMailStack = async (env: Env = {}, databaseUrl?: string): Promise<MailStack> =>
  newMailStack(
    await startTestStack({ OUTSTEP_BASE_URL: BASE_URL, OUTSTEP_SWEEP_SECONDS: '2', ...env }, databaseUrl),
  );

/** A separate store on this test process's shared instance. */
export const sharedMailStack = async (): Promise<MailStack> => newMailStack(await sharedTestStack());

/** What emails need in addition, in a store that may use the shared services. */
export async function newMailStack(testStack: TestStack): Promise<MailStack> {
  const { outstep, key, storeId, secret } = testStack;
  const smtp = await startSmtpServer();
  const demand = async (method: string, path: string, body: unknown) => {
    const answer = await outstep.call(key, method, layoutsPath + path, body);
    if (![200, 201].includes(answer.status)) throw new Error(answer.text);
    return answer.body;
  };
  const operate = async (name: string, fields: Record<string, unknown>) =>
    (await outstep.operator(storeId, name, fields)) as Record<string, never>;
  const newSender = async (port: number, fields: Record<string, unknown> = {}): Promise<string> =>
    (
      await operate('add_smtp_sender', {
        ...{ name: 'Shop mail', host: '127.0.0.1', port, security: 'none' },
        ...{ from: 'orders@shop.example', fromName: 'The shop', ...fields },
      })
    )['id'] as unknown as string;
  // Read from the database, because a key has a budget.
  const ended = async (executionId: string) => {
    const isPendingRow = () => outstep.core.database.forStore(storeId).rows(bind(isPending, executionId));
    await eventually(isPendingRow, ([row]) => row?.status !== 'PENDING', 60_000).catch(() => undefined);
    return (await testStack.entry(executionId)) as Entry & { id: string };
  };
  const post: MailStack['post'] = (layoutId, runId, fields) =>
    callStep(outstep.origin, storeId, secret, 'send-email', { runId, stepId: 'step-1', layoutId, ...fields });
  const messagesTo = (recipient: string) => smtp.messages.filter(({ to }) => to.includes(recipient));

  return {
    ...testStack,
    smtp,
    senderId: await newSender(smtp.port),
    newSender,
    layout: async (fields) => (await demand('POST', '', { name: 'Mail', subject: 'Hello', ...fields })).id,
    translation: (id, locale, fields) => demand('PUT', `/${id}/translations/${locale}`, fields),
    post,
    async send(layoutId, runId, fields) {
      const { status, body } = await post(layoutId, runId, fields);
      if (![200, 202].includes(status)) throw new Error(JSON.stringify(body));
      return ended(body.executionId);
    },
    ended,
    operate,
    mailsTo: (...recipients) =>
      Promise.all(recipients.flatMap(messagesTo).map(({ raw }) => simpleParser(raw))),
    takenFor: messagesTo,
    open: (url, init) => fetch(url.replace(BASE_URL, outstep.origin), { redirect: 'manual', ...init }),
    async quotaUsed() {
      const [row] = await outstep.core.database.forStore(storeId).rows(bind(usedOfQuota));
      return row?.used ?? 0;
    },
    async close() {
      await testStack.close();
      await smtp.close();
    },
  };
}
