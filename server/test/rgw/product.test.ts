import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesIn } from '../harness/file-rules.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { type Env, runOutstepProcess } from '../harness/process.ts';
import { type MailStack, startMailStack } from '../sending/mail-stack.ts';
import { type Gateway, startGateway } from './gateway.ts';

let gateway: Gateway;
let testStack: MailStack;
let env: Env;
let folder: string;

beforeAll(async () => {
  gateway = await startGateway(['shop', 'moved']);
  const OUTSTEP_FILES = `s3://shop?endpoint=${gateway.ceph.endpoint}`;
  testStack = await startMailStack({ OUTSTEP_FILES, ...gateway.ceph.credentials });
  env = testStack.outstep.env;
  folder = await mkdtemp(join(tmpdir(), 'outstep-bucket-'));
});
afterAll(async () => {
  await testStack?.close();
  await gateway?.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runOutstepProcess(env, args);
const get = (file: string) => fetch(`${testStack.outstep.origin}/files/${testStack.storeId}/${file}`);
const filesFinding = async () => {
  const { findings } = JSON.parse((await run('doctor', '--json')).stdout);
  return findings.find(({ check }: { check: string }) => check === 'files');
};

test('doctor writes, reads and deletes in the bucket', async () => {
  expect(await filesFinding()).toMatchObject({ ok: true });
  expect(await namesIn(gateway.open('shop'))).toEqual([]);
});

test('serves an image and attaches a file, also after the gateway was killed', async () => {
  const picture = await addFile(testStack.outstep, testStack.storeId, 'logo.png', await pngOf(300, 200));
  const served = await (await get(picture)).arrayBuffer();
  const terms = Buffer.from('the terms');
  const fileKey = await addFile(testStack.outstep, testStack.storeId, 'terms.bin', terms);
  const layout = await testStack.layout({
    bodyType: 'text',
    body: 'x',
    attachments: [{ filename: 'terms.bin', fileKey }],
  });
  await gateway.ceph.kill();
  const answer = await get(picture);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: 'the file bucket (OUTSTEP_FILES) cannot be used: it does not respond' },
  ]);
  expect(await filesFinding()).toMatchObject({ ok: false });
  const posted = testStack.post(layout, 'run-1', { to: ['file@customer.example'] });
  await gateway.ceph.restart();
  expect(await (await get(picture)).arrayBuffer()).toEqual(served);
  const entry = await testStack.ended((await posted).body.executionId);
  expect(entry).toMatchObject({ status: 'SUCCESS' });
  const mails = await testStack.mailsTo('file@customer.example');
  expect(mails.map(({ attachments }) => attachments[0]?.content)).toEqual([terms]);
});

test("a backup contains the bucket's files, and restores them into another bucket", async () => {
  const names = await namesIn(gateway.open('shop'));
  const backup = await run('backup', join(folder, 'backup'), '--json');
  expect(JSON.parse(backup.stdout)).toMatchObject({ files: names.length });
  const to = `s3://moved/here?endpoint=${gateway.ceph.endpoint}&encryption=aws:kms&kms-key=key-1`;
  const copied = await run('files', 'copy', '--from', join(folder, 'backup/files'), '--to', to, '--json');
  expect(JSON.parse(copied.stdout)).toMatchObject({ copied: names.length, complete: true });
  expect(await namesIn(gateway.open('moved/here'))).toEqual(names);
});

test('a deleted store leaves nothing in the bucket', async () => {
  const neighbor = await testStack.outstep.newStore();
  const kept = await addFile(testStack.outstep, neighbor, 'logo.png', await pngOf());
  const deleted = await run(
    'store',
    'delete',
    '--store',
    testStack.storeId,
    '--name',
    'Test store',
    '--json',
  );
  expect(deleted).toMatchObject({ code: 0, stderr: '' });
  expect(await namesIn(gateway.open('shop'))).toEqual([`${neighbor}/${kept}`]);
});
