import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BucketFault, BucketServer } from '../../../test/harness/bucket-server.ts';
import { describeFileRules, fileKey, namesIn, readFile, STORE } from '../../../test/harness/file-rules.ts';
import { readFileLocation } from '../../kernel/file-location.ts';
import { createFileBucket } from './file-bucket.ts';

/** Short time limits for servers that do not respond. */
const IMPATIENT = { connectionTimeout: 300, socketTimeout: 300, requestTimeout: 1_000 };
const KEY = fileKey('0');
const LARGE = 20 * 1024 * 1024;

let server: BucketServer;

function open(options = '', name = 'files/some/where', patience?: typeof IMPATIENT) {
  const location = readFileLocation(`s3://${name}?endpoint=${server.endpoint}${options}`);
  if (!('bucket' in location)) throw new Error('no bucket');
  return createFileBucket(location.bucket, patience);
}
const storage = () => open().forStore(STORE);
const impatient = () => open('', 'files/some/where', IMPATIENT);

beforeAll(async () => {
  // The first place where the SDK looks for credentials.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'something');
  server = await BucketServer.start();
});
afterEach(() => {
  server.fault = () => null;
  server.objects.clear();
  server.uploads.clear();
  server.asked.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const failing = (fault: BucketFault, method: string, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  server.fault = (asked) => (asked.method === method && left-- > 0 ? fault : null);
};

describeFileRules(() => open());

test('stores objects below the prefix and the store, with their checksum', async () => {
  await storage().put(KEY, Buffer.from('bytes'));
  expect([...server.objects.keys()]).toEqual([`some/where/${STORE}/${KEY}`]);
  expect([...server.objects.values()][0]?.headers).toEqual({
    'x-amz-meta-sha256': '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
  });
});

test.each([
  ['AES256', { 'x-amz-server-side-encryption': 'AES256' }],
  [
    'aws:kms&kms-key=key-1',
    { 'x-amz-server-side-encryption': 'aws:kms', 'x-amz-server-side-encryption-aws-kms-key-id': 'key-1' },
  ],
])('requests %s encryption, also for multipart uploads', async (encryption, headers) => {
  const files = open(`&encryption=${encryption}`).forStore(STORE);
  await files.put(KEY, Buffer.from('bytes'));
  await files.put(fileKey('1'), randomBytes(LARGE));
  expect(server.objects.size).toBe(2);
  for (const kept of server.objects.values()) expect(kept.headers).toMatchObject(headers);
});

test('uploads large files in parts and small ones in one request', async () => {
  await storage().put(KEY, randomBytes(8 * 1024 * 1024));
  expect(server.asked.map(({ method }) => method)).toEqual(['PUT']);
  await storage().put(KEY, randomBytes(LARGE));
  expect(server.asked.map(({ method }) => method)).toEqual(['PUT', 'POST', 'PUT', 'PUT', 'PUT', 'POST']);
});

describe('never serves an incomplete file as complete', () => {
  const bytes = randomBytes(500_000);

  test.each<BucketFault>(['shortened', 'broken', 'altered', 'stalled'])('%s', async (fault) => {
    await storage().put(KEY, bytes);
    failing(fault, 'GET');
    const stream = await impatient().forStore(STORE).read(KEY);
    const chunks: Buffer[] = [];
    const reading = async () => {
      for await (const chunk of stream ?? []) chunks.push(chunk as Buffer);
    };
    await expect(reading()).rejects.toThrow();
    expect(Buffer.concat(chunks).length).toBeLessThan(bytes.length);
  });

  test('rejects an object that another program wrote', async () => {
    server.objects.set(`some/where/${STORE}/${KEY}`, { bytes, headers: {}, at: new Date() });
    await expect(storage().read(KEY)).rejects.toThrow('the stored file is damaged; upload it again');
    expect(await (await open().find(STORE, KEY))?.digest()).toBeNull();
  });
});

describe('a failing bucket', () => {
  const sentence = (why: string) => `the file bucket (OUTSTEP_FILES) cannot be used: ${why}`;

  test.each<[BucketFault, string]>([
    ['silent', 'it does not respond'],
    ['unanswered', 'it does not respond'],
  ])('%s: fails with an explanation after three attempts', async (fault, why) => {
    const files = impatient();
    failing(fault, 'PUT');
    await expect(files.forStore(STORE).put(KEY, Buffer.from('x'))).rejects.toThrow(sentence(why));
    expect(server.asked).toHaveLength(3);
    failing(fault, 'GET');
    await expect(files.forStore(STORE).read(KEY)).rejects.toThrow(sentence(why));
    failing(fault, 'DELETE');
    await expect(files.forStore(STORE).remove(KEY)).rejects.toThrow(sentence(why));
    failing(fault, 'HEAD');
    await expect(files.find(STORE, KEY)).rejects.toThrow(sentence(why));
  });

  test('retries an overloaded server the same way', async () => {
    failing('busy', 'HEAD');
    await expect(open().find(STORE, KEY)).rejects.toThrow(sentence('it is overloaded'));
    expect(server.asked).toHaveLength(3);
  });

  test.each<BucketFault>(['busy', 'unanswered'])('retries %s invisibly', async (fault) => {
    failing(fault, 'PUT', 2);
    await storage().put(KEY, Buffer.from('bytes'));
    failing(fault, 'GET', 2);
    expect(String(await readFile(storage(), KEY))).toBe('bytes');
  });

  test('discards an interrupted upload and its parts', async () => {
    failing('unanswered', 'PUT');
    await expect(storage().put(KEY, randomBytes(LARGE))).rejects.toThrow(sentence('it does not respond'));
    server.fault = () => null;
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  });

  test('lists, discards and clears uploads left by a crash', async () => {
    const left = () => {
      const name = `some/where/${STORE}/${KEY}`;
      server.uploads.set('left', { name, at: new Date(0), parts: new Map(), headers: {} });
    };
    left();
    const [file] = await namesIn(open());
    expect(file).toBe(`${STORE}/null`);
    for await (const { at, discard } of open().list()) {
      expect(at).toEqual(new Date(0));
      await discard();
      await discard();
    }
    expect(server.uploads.size).toBe(0);
    left();
    await storage().clear();
    expect(server.uploads.size).toBe(0);
  });

  test('distinguishes a missing bucket from a missing file', async () => {
    await expect(open('', 'another').forStore(STORE).read(KEY)).rejects.toThrow(
      sentence('there is no such bucket'),
    );
  });

  test('reports an unreachable server', async () => {
    const gone = await BucketServer.start();
    const location = readFileLocation(`s3://files?endpoint=${gone.endpoint}`);
    await gone.close();
    if (!('bucket' in location)) throw new Error('no bucket');
    await expect(createFileBucket(location.bucket).probe()).rejects.toThrow(sentence('it does not respond'));
  });

  test.each<[string, BucketFault]>([
    ['GET', 'altered'],
    ['DELETE', 'unanswered'],
    ['PUT', 'unanswered'],
  ])('detects in a probe that %s does not work', async (method, fault) => {
    failing(fault, method);
    await expect(open().probe()).rejects.toThrow();
  });
});

test('ignores foreign objects in the same bucket', async () => {
  const put = (name: string) =>
    server.objects.set(name, { bytes: Buffer.alloc(1), headers: {}, at: new Date() });
  for (const name of [`${STORE}/${KEY}`, `some/where/${STORE}/deeper/${KEY}`, `some/where/notes/${KEY}`])
    put(name);
  expect(await namesIn(open())).toEqual([]);
  await storage().clear();
  expect(server.objects.size).toBe(2);
});
