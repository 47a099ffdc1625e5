import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stepInputSealContext } from '../../src/features/delivery/ledger/step-input.rules.ts';
import { packLanguages } from '../../src/features/layouts/drafts/draft-content.ts';
import { putDraftRow } from '../../src/features/layouts/drafts/drafts.store.ts';
import { recipientMac } from '../../src/features/records/history/recipients.rules.ts';
import { updateMailDetails } from '../../src/features/records/history/record-execution.store.ts';
import {
  capturedContents,
  capturedSealContext,
  capturedSummaries,
} from '../../src/features/sending/capture/captured-mail.ts';
import { suppress } from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedTestStack } from '../harness/shared.ts';
import type { TestStack } from '../harness/test-stack.ts';
import { storeTables } from '../tenants/rows.ts';

const EMAIL = 'zoe.canary@person.example';
const MASKED = 'zo******@person.example';
/** As written and as masked, in any letter case; addresses may contain `%40`. */
const CANARY = /zoe\.canary(@|%40)person\.example|zo\*{6}(@|%40)person\.example/i;
const FETCHED = 'f_01234567890123456789abcdef';

let testStack: TestStack;
let client: pg.Client;
beforeAll(async () => {
  testStack = await sharedTestStack();
  client = new pg.Client({ connectionString: testStack.outstep.env['DATABASE_URL'] });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await testStack?.close();
});

const unsealed: Record<string, (row: Record<string, unknown>) => { table: string; name: string }> = {
  step_inputs: (row) => stepInputSealContext(String(row['execution_id'])),
  http_requests: (row) => ({ table: 'http_requests', name: String(row['id']) }),
  http_request_versions: (row) => ({ table: 'http_requests', name: String(row['request_id']) }),
};

/**
 * Finds the canary in every column of every table that has rows of the store, decrypted and decompressed, and
 * in every file.
 */
async function places(): Promise<string[]> {
  const { outstep, storeId } = testStack;
  const vault = await outstep.core.vaultFor(storeId).unlock();
  const found = new Set<string>();
  for (const { name, column } of await storeTables(client)) {
    const { rows } = await client.query(`select * from ${name} where ${column} = $1`, [storeId]);
    for (const row of rows)
      for (const [member, value] of Object.entries(row)) {
        let text = Buffer.isBuffer(value) ? '' : JSON.stringify(value);
        if (Buffer.isBuffer(value) && member === 'sealed' && unsealed[name])
          text = vault.open(unsealed[name](row), value);
        if (name === 'captured_mails' && (member === 'summary' || member === 'content'))
          text = vault.open(capturedSealContext(String(row['id']), member), value as Buffer);
        const isPacked = member === 'snapshot' || name === 'layout_drafts';
        if (Buffer.isBuffer(value) && isPacked && value.length > 0)
          text = zstdDecompressSync(value).toString();
        if (CANARY.test(text)) found.add(`${name}.${member}`);
      }
  }
  const folder = join(outstep.filesFolder, storeId);
  for (const file of await readdir(folder))
    if (CANARY.test(await readFile(join(folder, file), 'latin1'))) found.add('a file');
  return [...found].sort();
}

/** Puts a person everywhere that personal data can end up. */
async function plant() {
  const { outstep, key, storeId } = testStack;
  const { core } = outstep;
  const db = core.database.forStore(storeId);
  const vault = await core.vaultFor(storeId).unlock();
  const variables = { customer: { email: EMAIL, name: 'Zoe Canary', [EMAIL]: 1 } };
  const url = `${testStack.target.origin}/{{ variables.customer.email }}`;
  const request = {
    ...{ name: 'Tell', method: 'POST', url, body: '{"email":"{{ variables.customer.email }}"}' },
    headers: { Authorization: `Bearer ${['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')}` },
    testVariables: variables,
  };
  const make = async (path: string, body: object, headers = {}) => {
    const made = await outstep.call(key, 'POST', `/api/v1${path}`, body, headers);
    expect(made.status, made.text).toBe(201);
    return made.body.id as string;
  };
  const requestId = await make('/http-requests', request, { 'idempotency-key': `for ${EMAIL}` });
  await outstep.call(key, 'PATCH', `/api/v1/http-requests/${requestId}`, { description: 'Again' });
  await make('/http-requests', request, { 'idempotency-key': 'plain' });
  const bodyDesign = { blocks: [], testVariables: variables };
  const layoutId = await make('/email-templates', { name: 'L', subject: 'S', bodyDesign });
  await outstep.call(key, 'PATCH', `/api/v1/email-templates/${layoutId}`, { subject: 'T' });
  for (const table of ['layout_versions', 'http_request_versions'])
    await client.query(`update ${table} set label = $2 where store_id = $1`, [storeId, `For ${EMAIL}`]);
  for (const path of ['/http-requests', '/email-templates']) {
    const body = path === '/http-requests' ? request : { name: 'Gone', subject: 'S', bodyDesign };
    await outstep.call(key, 'DELETE', `/api/v1${path}/${await make(path, body)}`);
  }
  await client.query(
    `insert into people (id, name, email, email_verified, created_at, updated_at)
     values ('writer', 'Wanda', 'wanda@shop.example', true, now(), now())`,
  );
  await client.query(
    "insert into store_members (store_id, person_id, role) values ($1, 'writer', 'editor')",
    [storeId],
  );
  const line = { subject: 'S', previewText: '' };
  const place = { storeId, layoutId, id: core.runtime.newId(), personId: 'writer', authorName: 'Wanda' };
  const draft = {
    ...{ baseVersion: 2, baseLocales: ['en'], locales: ['de', 'en'] },
    base: await packLanguages({ en: { ...line, bodyDesign } }),
    content: await packLanguages({
      en: { ...line, bodyDesign },
      de: { ...line, code: `{ "testVariables": { "email": "${EMAIL}" }, "blocks": [` },
    }),
  };
  await putDraftRow(db, { ...place, ...draft }, null);
  testStack.target.answer = (response, { body }) =>
    response.setHeader('content-type', 'application/json').end(body);
  const names = { stepId: `step ${EMAIL}`, workflow: `For ${EMAIL}` };
  const step = await testStack.step(requestId, `run ${EMAIL}`, { ...names, variables });
  expect(step.body.status).toBe('SUCCESS');
  // An email to her, as planned and recorded.
  const mail = await testStack.step(requestId, 'mail', { variables: {} });
  const id = mail.body.executionId;
  const plan = {
    v: 1,
    to: [{ name: 'Zoe', address: EMAIL }],
    attached: [{ key: FETCHED, url: 'https://x' }],
  };
  await client.query('update step_inputs set sealed = $2 where execution_id = $1', [
    id,
    vault.seal(stepInputSealContext(id), JSON.stringify(plan)),
  ]);
  await core.filesFor(storeId).put(FETCHED, Buffer.from(`Invoice for ${EMAIL}`));
  await updateMailDetails(db, id, {
    ...{ locale: 'en', recipients: [MASKED], version: 1, captured: false },
    addressed: [{ mac: recipientMac(vault, EMAIL), position: null, isSkipped: false }],
  });
  const said = JSON.stringify([{ at: '2026-01-01', event: 'sent', detail: `to ${MASKED}` }]);
  const refused = JSON.stringify({
    code: 'host_refused_recipient',
    params: { host: 'mx.example', answer: `550 <${EMAIL}> unknown` },
  });
  await client.query(
    `update executions set error = $2, request = $3, response = $3, timeline = $3, warnings = $3, recipients = $4,
       error_message = $5 where id = $1`,
    [id, `550 <${EMAIL}> unknown`, said, JSON.stringify([MASKED]), refused],
  );
  await client.query('update deliveries set answer = $2, error = $3, message = $4 where execution_id = $1', [
    ...[id, said, MASKED, refused],
  ]);
  // The same email, captured.
  const captured = core.runtime.newId();
  const someone = { name: '', address: EMAIL };
  const about = { from: someone, to: [someone], cc: [], bcc: [], subject: `For ${EMAIL}`, files: 0 };
  const html = `<p>${EMAIL}</p>`;
  const content = { replyTo: null, html, text: EMAIL, source: EMAIL, isSourceCut: false, attachments: [] };
  await client.query(
    `insert into captured_mails (store_id, id, execution_id, position, summary, content, bytes)
     values ($1, $2, $3, 1, $4, $5, 1)`,
    [
      ...[storeId, captured, id],
      vault.seal(capturedSealContext(captured, 'summary'), capturedSummaries.write(about)),
      vault.seal(capturedSealContext(captured, 'content'), capturedContents.write(content)),
    ],
  );
  await outstep.operator(storeId, 'add_unsubscribe', { email: EMAIL });
  await suppress({ storeId, db, vault: core.vaultFor(storeId) }, EMAIL, `550 ${EMAIL}`);
  await outstep.operator(storeId, 'add_file', {
    file: { name: `Invoice of ${EMAIL}.txt`, bytes: Buffer.from('Notes.') },
  });
  return { requestId, layoutId, id };
}

test('erasing a customer removes them from every table, file and engine record (contract: Unsubscribing and erasing 3; Unsubscribing and erasing 5)', async () => {
  const { outstep, storeId } = testStack;
  const planted = await plant();
  expect(await places()).toEqual([
    'a file',
    'captured_mails.content',
    'captured_mails.summary',
    'deliveries.answer',
    'deliveries.error',
    'deliveries.message',
    'executions.error',
    'executions.error_message',
    'executions.recipients',
    'executions.request',
    'executions.response',
    'executions.run_id',
    'executions.step_id',
    'executions.timeline',
    'executions.warnings',
    'executions.workflow',
    'files.filename',
    'http_request_versions.label',
    'http_request_versions.sealed',
    'http_request_versions.test_variables',
    'http_requests.sealed',
    'http_requests.test_variables',
    'idempotent_answers.answer',
    'layout_drafts.base',
    'layout_drafts.content',
    'layout_languages.body_design',
    'layout_versions.label',
    'layout_versions.snapshot',
    'runs.run_id',
    'step_inputs.sealed',
    'suppressions.address',
    'suppressions.reason',
    'trash.content',
    'trash_versions.about',
    'trash_versions.snapshot',
    'unsubscribes.address',
    'workflow_steps.step_id',
    'workflow_steps.workflow',
  ]);
  const run = async (verb: string) => {
    const args = ['customer', verb, '--store', storeId, '--email', EMAIL, '--json'];
    const done = await runOutstep(outstep.env, args);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(done.stdout);
  };
  const shown = await run('export');
  expect(shown).toMatchObject({
    unsubscribed: { source: expect.any(String) },
    suppressed: { reason: `550 ${EMAIL}` },
    files: [expect.stringContaining('Invoice of')],
    testVariables: ['Tell'],
  });
  expect(shown.steps).toHaveLength(2);
  expect(shown.mails).toHaveLength(1);
  expect(shown.captured).toMatchObject([{ executionId: planted.id, text: EMAIL }]);

  expect(await run('erase')).toMatchObject({ inputsErased: 2, inputsWaiting: 0 });
  expect(await places()).toEqual([]);
  // The record of what happened is kept, and so is the person's unsubscribe.
  expect(await testStack.entry(planted.id)).toMatchObject({
    status: 'SUCCESS',
    request: null,
    response: null,
  });
  const left = await run('export');
  expect(left).toMatchObject({ steps: [], mails: [], captured: [], files: [], testVariables: [] });
  expect(left.unsubscribed).toMatchObject({ source: expect.any(String) });
  const { body } = await outstep.call(testStack.key, 'GET', `/api/v1/http-requests/${planted.requestId}`);
  expect(body.testVariables.customer).toMatchObject({ email: '******', name: 'Zoe Canary' });
});
