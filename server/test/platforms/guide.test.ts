import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXECUTION, type PlatformTestServer, startPlatformServer } from './platform-server.ts';

let testServer: PlatformTestServer;

beforeAll(async () => {
  testServer = await startPlatformServer();
});
afterAll(() => testServer?.close());

/** The guide's commands that sign and send, exactly as written. */
async function commands(): Promise<string> {
  const guide = await readFile(new URL('../../../docs/guides/steps.md', import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] as string);
  return blocks.filter((block) => block.includes('openssl')).join('');
}

test("the guide's commands sign a call that is accepted, and one with another secret is rejected", async () => {
  const script = await commands();
  expect(script).toContain('webhook-signature: $SIGNATURE');
  const URL = await testServer.listen();
  const STORE = await testServer.outstep.newStore();
  const run = async (SECRET: string) => {
    const env = { PATH: process.env['PATH'], URL, STORE, SECRET, REQUEST: 'request-7' };
    return (await promisify(execFile)('bash', ['-euc', script], { env })).stdout;
  };

  const answer = await run(await testServer.newSecret(STORE));
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain(`{"executionId":"${EXECUTION}","status":"SUCCESS"}`);
  const input = {
    runId: 'run-1001',
    stepId: 'tell-warehouse',
    requestId: 'request-7',
    variables: { order: { id: 1001 } },
  };
  expect(testServer.ran).toEqual([{ storeId: STORE, input }]);

  const refused = await run(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  expect(refused).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
  expect(testServer.ran).toHaveLength(1);
});
