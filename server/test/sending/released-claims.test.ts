import { randomBytes, randomUUID } from 'node:crypto';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile } from '../harness/files.ts';
import { withClient } from '../harness/postgres.ts';
import { eventually } from '../harness/test-stack.ts';
import { type MailStack, startMailStack } from './mail-stack.ts';

let testStack: MailStack;
beforeAll(async () => {
  // So that only the engine resubmits anything.
  testStack = await startMailStack({ OUTSTEP_SWEEP_SECONDS: '3600' });
});
afterAll(() => testStack?.close());

const database = <T extends object>(sql: string, values: unknown[] = []) =>
  withClient(
    String(testStack.outstep.env['DATABASE_URL']),
    async (client) => (await client.query(sql, values)).rows as T[],
  );
const newPost = (layout: string, to: string) => {
  const runId = randomUUID();
  return { runId, answer: testStack.post(layout, runId, { to: [to] }) };
};
/** Far sooner than two leases would have ended. */
const isClaimedRepeatedly = (runId: string) =>
  eventually(
    () =>
      database<{ claims: number; attempt: number }>(
        `select claims, attempt from deliveries join runs using (store_id, execution_id)
         where run_id = $1 and position = 1`,
        [runId],
      ),
    ([row]) => Number(row?.claims) >= 3,
  );

test('releases an email whose file cannot be read and sends it once when it can', async () => {
  const bytes = randomBytes(1000);
  const fileKey = await addFile(testStack.outstep, testStack.storeId, 'terms.bin', bytes);
  const layout = await testStack.layout({
    bodyType: 'text',
    body: 'x',
    attachments: [{ filename: 'terms.bin', fileKey }],
  });
  const to = 'file@customer.example';
  const path = join(
    String(testStack.outstep.env['OUTSTEP_FILES']).slice('dir:'.length),
    testStack.storeId,
    fileKey,
  );
  await rename(path, `${path}-aside`);
  // A folder cannot be read as a file; a link to one is replaced atomically, so the file is never missing.
  await symlink('.', path);
  const { runId, answer } = newPost(layout, to);
  const [row] = await isClaimedRepeatedly(runId);
  expect(row?.attempt).toBe(1);
  expect(testStack.smtp.recipients).not.toContain(to);
  await rename(`${path}-aside`, path);
  const entry = await testStack.ended((await answer).body.executionId);
  expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  const mails = await testStack.mailsTo(to);
  expect(mails.map(({ attachments }) => attachments[0]?.content)).toEqual([bytes]);
  expect(await testStack.quotaUsed()).toBe(1);
});

test('a message is sent only after its attempt is recorded, and once', async () => {
  const layout = await testStack.layout({ bodyType: 'text', body: 'x' });
  const to = 'data@customer.example';
  await database(`create function refuse_data() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`);
  await database(`create trigger refuse_data before update on deliveries for each row
    when (new.state = 'data' and old.state = 'claimed') execute function refuse_data()`);
  const { runId, answer } = newPost(layout, to);
  await isClaimedRepeatedly(runId);
  expect(testStack.smtp.recipients).toContain(to);
  expect(testStack.takenFor(to)).toEqual([]);
  await database('drop trigger refuse_data on deliveries');
  const entry = await testStack.ended((await answer).body.executionId);
  expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(testStack.takenFor(to)).toHaveLength(1);
});
