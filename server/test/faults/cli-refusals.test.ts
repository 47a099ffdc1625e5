import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import type { Env } from '../harness/process.ts';
import { expectOneLineError, runCommandLine, spawnCommandLine, UNREACHABLE } from './command-line.ts';

const NO_ID = '0198c0de-0000-7000-8000-0000000000aa';

let outstep: Outstep;
let storeId: string;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  storeId = await outstep.newStore();
});
afterAll(async () => {
  await outstep?.close();
});

const run = (line: string, { input = '', env = outstep.env as Env } = {}) => runCommandLine(env, line, input);
const withEnv = (changes: Env) => ({ env: { ...outstep.env, ...changes } });

describe('a command that fails', () => {
  test.each([
    ['key create --bogus x', /--bogus/],
    ['key create extra', /extra/],
    ['key create --store', /--store/],
    ['key create --name a --level read', /--store: required/],
    ['key create --store nonsense --name a --level read', /--store: not a store ID/],
    [`key create --store ${NO_ID} --name a --level read`, /unknown store/],
    [`secret set --store ${NO_ID} --name A`, /unknown store/],
    [`platform secret --store ${NO_ID}`, /unknown store/],
    [`shopify connect --store ${NO_ID} --shop a.myshopify.com`, /unknown store/],
    ['shopify disconnect --shop a.myshopify.com', /--store: required/],
    [`customer erase --store ${NO_ID} --email a@example.com`, /unknown store/],
    [`key revoke --id ${NO_ID}`, /unknown key/],
    ['key revoke --id nonsense', /unknown key/],
    [`key set-level --id ${NO_ID} --level read`, /unknown key/],
    ['store create', /name: required/],
    ['store create --name " "', /name: required/],
  ])('%s: explains the error in one sentence', async (line, about) => {
    expectOneLineError(await run(line, { input: 'x' }), about);
  });

  test.each([
    ['--level sudo --name a', /level: must be one of read, write, execute/],
    ['--level read', /name: required/],
    ['--level read --name a --expires-at tomorrow', /expiresAt: must be a time/],
  ])('key create %s: names the field', async (flags, about) => {
    expectOneLineError(await run(`key create --store ${storeId} ${flags}`), about);
  });

  test.each([
    ['--shop example.com', /shop: must be a shop such as example\.myshopify\.com/],
    ['--shop a.myshopify.com.evil.example', /shop: must be a shop/],
    ['--shop a.myshopify.com --shop-id x1', /shopId: must be the numeric Shopify ID of the shop/],
  ])('shopify connect %s: names the field', async (flags, about) => {
    expectOneLineError(await run(`shopify connect --store ${storeId} ${flags}`), about);
  });

  test('secret set with a bad name or an endless value: names the field, not the value', async () => {
    const canary = 'do-not-print-me';
    const bad = await run(`secret set --store ${storeId} --name 1A`, { input: canary });
    expectOneLineError(bad, /name: must be at most 100 letters, digits and _/);
    const long = await run(`secret set --store ${storeId} --name A`, { input: canary.repeat(2000) });
    expectOneLineError(long, /value: at most 16384 characters/);
    expect(bad.stderr + long.stderr).not.toContain(canary);
  });

  test.each(['migrate', 'api', 'store create --name a', 'master-key rotate'])(
    '%s without settings: names the setting',
    async (line) => {
      // Empty rather than missing, because a `.env` written by `npm run dev` would fill it in.
      expectOneLineError(
        await run(line, withEnv({ OUTSTEP_MASTER_KEY: '' })),
        /OUTSTEP_MASTER_KEY: required/,
      );
    },
  );

  test.each(['migrate', 'store create --name a', `key revoke --id ${NO_ID}`, 'master-key rotate'])(
    '%s without a database: reports it',
    async (line) => {
      expectOneLineError(await run(line, withEnv({ DATABASE_URL: UNREACHABLE })), /database|ECONNREFUSED/i);
    },
  );

  test('api on a port in use: reports it and exits', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await runCommandLine({ ...outstep.env, PORT: String(port) }, 'api');
    taken.close();
    expect(stderr).toMatch(/^outstep: listen EADDRINUSE[^\n]*\n$/);
    expect(code).toBe(1);
  });

  test('master-key rotate without the previous key: names the store it cannot open', async () => {
    const other = Buffer.alloc(32, 9).toString('base64');
    expectOneLineError(
      await run('master-key rotate', withEnv({ OUTSTEP_MASTER_KEY: other })),
      /not configured/,
    );
  });

  test.each(['nonsense', 'key', 'key destroy', 'store create2', 'master-key'])(
    '%s: unknown',
    async (line) => {
      const { code, stdout, stderr } = await run(line);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`outstep: unknown command: ${line}\n`);
      expect(stderr).toContain('usage: outstep');
    },
  );

  test.each(['version', '--version'])('%s: shows the version of the build', async (line) => {
    expect(await run(line)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+-dev\n$/),
    });
    expect(JSON.parse((await run(`${line} --json`)).stdout)).toEqual({
      version: expect.stringMatching(/-dev$/),
      commit: null,
    });
  });

  test('a command prefix: shows only its commands', async () => {
    const { stderr } = await run('key destroy');
    expect(stderr).toContain('  key revoke --id ID\n');
    expect(stderr).not.toContain('store create');
  });
});

test.each([
  ['key create --bogus x', 1],
  ['nonsense', 2],
  ['help key', 0],
])('%s in its own process prints the same', async (line, code) => {
  const alone = await spawnCommandLine(outstep.env, line);
  expect(alone).toEqual(await run(line));
  expect(alone.code).toBe(code);
});

describe('help', () => {
  const runHelp = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  test.each(['', 'help', '--help', 'help nonsense'])('%j: all commands', async (line) => {
    const stdout = await runHelp(line);
    expect(stdout).toContain('  doctor ');
    expect(stdout).toContain('  store create --name NAME\n');
  });

  test.each(['help key', 'key --help', 'key create --help', 'key create --store x --help'])(
    '%s: lists the matching commands without running any',
    async (line) => {
      const stdout = await runHelp(line);
      expect(stdout).toContain('  key create --store ID');
      expect(stdout).not.toContain('store create');
    },
  );
});
