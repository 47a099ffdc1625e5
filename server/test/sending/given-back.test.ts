import { randomBytes, randomUUID } from 'node:crypto';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile } from '../harness/files.ts';
import { withClient } from '../harness/postgres.ts';
import { until } from '../harness/spine.ts';
import { type MailSpine, startMailSpine } from './mail-spine.ts';

let spine: MailSpine;
beforeAll(async () => {
  // So that nobody but the engine brings anything again.
  spine = await startMailSpine({ OUTSTEP_SWEEP_SECONDS: '3600' });
});
afterAll(() => spine?.close());

const database = <T extends object>(sql: string, values: unknown[] = []) =>
  withClient(
    String(spine.outstep.env['DATABASE_URL']),
    async (client) => (await client.query(sql, values)).rows as T[],
  );
const newPost = (layout: string, to: string) => {
  const runId = randomUUID();
  return { runId, answer: spine.post(layout, runId, { to: [to] }) };
};
/** Far sooner than two leases would have ended. */
const claimedOften = (runId: string) =>
  until(
    () =>
      database<{ claims: number; attempt: number }>(
        `select claims, attempt from deliveries join runs using (store_id, execution_id)
         where run_id = $1 and position = 1`,
        [runId],
      ),
    ([row]) => Number(row?.claims) >= 3,
  );

test('a mail whose file cannot be read is given back at once and tried again, and goes out once when it can', async () => {
  const bytes = randomBytes(1000);
  const fileKey = await addFile(spine.outstep, spine.storeId, 'terms.bin', bytes);
  const layout = await spine.layout({
    bodyType: 'text',
    body: 'x',
    attachments: [{ filename: 'terms.bin', fileKey }],
  });
  const to = 'file@customer.example';
  const path = join(String(spine.outstep.env['OUTSTEP_FILES']).slice('dir:'.length), spine.storeId, fileKey);
  await rename(path, `${path}-aside`);
  // A folder cannot be read as a file; a link to one is replaced in one step, so that the file is never missing.
  await symlink('.', path);
  const { runId, answer } = newPost(layout, to);
  const [row] = await claimedOften(runId);
  expect(row?.attempt).toBe(1);
  expect(spine.smtp.recipients).not.toContain(to);
  await rename(`${path}-aside`, path);
  const entry = await spine.ended((await answer).body.executionId);
  expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  const mails = await spine.mailsTo(to);
  expect(mails.map(({ attachments }) => attachments[0]?.content)).toEqual([bytes]);
  expect(await spine.quotaUsed()).toBe(1);
});

test('a message whose leaving could not be written down has not left, and leaves once when it can', async () => {
  const layout = await spine.layout({ bodyType: 'text', body: 'x' });
  const to = 'data@customer.example';
  await database(`create function refuse_data() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`);
  await database(`create trigger refuse_data before update on deliveries for each row
    when (new.state = 'data' and old.state = 'claimed') execute function refuse_data()`);
  const { runId, answer } = newPost(layout, to);
  await claimedOften(runId);
  expect(spine.smtp.recipients).toContain(to);
  expect(spine.takenFor(to)).toEqual([]);
  await database('drop trigger refuse_data on deliveries');
  const entry = await spine.ended((await answer).body.executionId);
  expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(spine.takenFor(to)).toHaveLength(1);
});
