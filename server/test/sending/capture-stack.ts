import { randomUUID } from 'node:crypto';
import { insertMember } from '../../src/features/access/people/members.store.ts';
import type { Role } from '../../src/kernel/access-levels.ts';
import { Browser } from '../app/browser.ts';
import type { TestResponse } from '../harness/client.ts';
import { callStep } from '../harness/signed-step.ts';
import { eventually, type TestStack } from '../harness/test-stack.ts';

/** A store without a sender, as its people see it. */
export interface CaptureStack extends TestStack {
  person(role: Role): Promise<Browser>;
  /** A call by the editor. */
  app(method: string, path: string, body?: unknown): Promise<TestResponse>;
  layout(fields: object): Promise<string>;
  send(layoutId: string, fields: object): Promise<string>;
  ended(executionId: string): Promise<Record<string, unknown> & { id: string; status: string }>;
  /** Complete emails in the test inbox, newest first. */
  captured(executionId?: string): Promise<Record<string, unknown>[]>;
}

export async function captureStack(testStack: TestStack): Promise<CaptureStack> {
  const { outstep, storeId, key, secret } = testStack;
  const person = async (role: Role) => {
    const browser = new Browser(outstep);
    const { body } = await browser.signUp(`${role}-${randomUUID()}`);
    await insertMember(outstep.core.database.forStore(storeId), storeId, body.user.id, role);
    return browser;
  };
  const editor = await person('editor');
  const app: CaptureStack['app'] = (method, path, body) =>
    editor.send(method, `/app/api/stores/${storeId}${path}`, body);
  return {
    ...testStack,
    person,
    app,
    async layout(fields) {
      const layout = { name: 'Mail', subject: 'Hello', bodyType: 'text', ...fields };
      const made = await outstep.call(key, 'POST', '/api/v1/email-templates', layout);
      if (made.status !== 201) throw new Error(made.text);
      return made.body.id;
    },
    async send(layoutId, fields) {
      const step = { runId: randomUUID(), stepId: 'step-1', layoutId, ...fields };
      const { body } = await callStep(outstep.origin, storeId, secret, 'send-email', step);
      return body.executionId;
    },
    ended: async (executionId) =>
      (await eventually(
        async () => (await app('GET', `/history/${executionId}`)).body,
        ({ status }) => status !== 'PENDING',
      )) as Awaited<ReturnType<CaptureStack['ended']>>,
    async captured(executionId) {
      const { body } = await app('GET', '/captured-mails?limit=100');
      const wanted = (body.items as { id: string; executionId: string }[]).filter(
        (mail) => executionId === undefined || mail.executionId === executionId,
      );
      return Promise.all(wanted.map(async ({ id }) => (await app('GET', `/captured-mails/${id}`)).body));
    },
  };
}
