import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFiles } from '../../src/adapters/blobs/open-files.ts';
import { readFileLocation } from '../../src/kernel/file-location.ts';
import { GATEWAY_NAME, KMS_KEY } from '../harness/ceph-gateway.ts';
import { describeFileRules, fileKey, namesIn, readFile, STORE, sha256Of } from '../harness/file-rules.ts';
import { type Gateway, startGateway } from './gateway.ts';

const KEY = fileKey('0');
const ENCRYPTED = `&encryption=aws:kms&kms-key=${KMS_KEY}`;
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(['files', 'encrypted', 'wire']);
});
afterEach(() => gateway.proxy.reset());
afterAll(() => gateway.close());

describe('in a bucket of Ceph', () => {
  describeFileRules(() => gateway.open('files'));
});

describe('below a prefix, encrypted by the server', () => {
  describeFileRules(() => gateway.open('encrypted/below/here', ENCRYPTED));
});

describe('with the bucket in the host name', () => {
  beforeAll(() => {
    // No name server has the name, so this process resolves it to our own address.
    const lookup = dns.lookup as (...args: unknown[]) => void;
    const own = (host: unknown) => (host === `files.${GATEWAY_NAME}` ? '127.0.0.1' : host);
    vi.spyOn(dns, 'lookup').mockImplementation((host: unknown, ...rest: unknown[]) =>
      lookup(own(host), ...rest),
    );
  });
  afterAll(() => vi.restoreAllMocks());

  describeFileRules(() =>
    openFiles(
      readFileLocation(`s3://files/host?style=host&endpoint=http://${GATEWAY_NAME}:${gateway.ceph.port}`),
    ),
  );
});

test('lists and clears more than a thousand files', async () => {
  const files = gateway.open('files/many');
  const storage = files.forStore(STORE);
  const keys = Array.from({ length: 1_100 }, (_, i) => `f_${String(i).padStart(26, '0')}`);
  for (let i = 0; i < keys.length; i += 20)
    await Promise.all(keys.slice(i, i + 20).map((key) => storage.put(key, Buffer.from(key))));
  expect(await namesIn(files)).toEqual(keys.map((key) => `${STORE}/${key}`));
  await storage.clear();
  expect(await namesIn(files)).toEqual([]);
});

describe('a byte altered in transit', () => {
  const flipByte = (chunk: Buffer) => {
    const altered = Buffer.from(chunk);
    altered[chunk.length - 1] = (altered[chunk.length - 1] as number) ^ 1;
    return altered;
  };
  /** Alters one byte in the middle of a body, beyond the size of the headers. */
  const oneByte = () => {
    let isDone = false;
    return (chunk: Buffer, before: number) => {
      if (isDone || before < 50_000 || chunk.length < 10_000) return chunk;
      isDone = true;
      return flipByte(chunk);
    };
  };

  test.each([1_000_000, 20_000_000])('%d bytes to the server: rejected and not stored', async (size) => {
    const storage = gateway.openThroughProxy('wire').forStore(STORE);
    gateway.proxy.up = oneByte();
    await expect(storage.put(KEY, randomBytes(size))).rejects.toThrow(
      /cannot be used: it returned 400 XAmzContentSHA256Mismatch/,
    );
    gateway.proxy.reset();
    expect(await storage.read(KEY)).toBeNull();
  });

  test('from the server: never served as complete', async () => {
    const bytes = randomBytes(1_000_000);
    await gateway.open('wire').forStore(STORE).put(KEY, bytes);
    const storage = gateway.openThroughProxy('wire').forStore(STORE);
    expect(sha256Of((await readFile(storage, KEY)) as Buffer)).toBe(sha256Of(bytes));
    gateway.proxy.reset();
    gateway.proxy.down = oneByte();
    await expect(readFile(storage, KEY)).rejects.toThrow('the stored file is damaged; upload it again');
  });
});

describe('errors are reported', () => {
  const cannot = 'the file bucket (OUTSTEP_FILES) cannot be used: ';

  test('a missing bucket', async () => {
    await expect(gateway.open('nowhere').probe()).rejects.toThrow(`${cannot}there is no such bucket`);
  });

  test.each([
    ['AWS_ACCESS_KEY_ID', 'the access key does not exist there'],
    ['AWS_SECRET_ACCESS_KEY', 'the secret access key is wrong'],
  ] as const)('a wrong %s', async (name, why) => {
    process.env[name] = 'wrong';
    try {
      await expect(gateway.open('files').probe()).rejects.toThrow(cannot + why);
    } finally {
      Object.assign(process.env, gateway.ceph.credentials);
    }
  });

  test('a key server that does not have the key', async () => {
    const unknown = gateway.open('files', '&encryption=aws:kms&kms-key=another');
    await expect(unknown.probe()).rejects.toThrow(cannot);
  });
});
