import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createOffloadPool,
  type OffloadPool,
  type OffloadPoolOptions,
} from '../src/adapters/child-processes/offload-pool.ts';
import { maskReason, maskRequest } from '../src/features/http-requests/masking-work.rules.ts';
import { OperationError } from '../src/kernel/error.ts';
import { type OffloadedTask, sizeOf } from '../src/kernel/offloaded-task.ts';
import { offloadedTasks } from '../src/processes/children/offloaded-tasks.ts';
import { heavyChild } from './harness/child-entries.ts';
import { plainMessage } from './harness/plain-message.ts';

const hostileChild = new URL('./hostile-heavy-child.ts', import.meta.url);

const opened: OffloadPool[] = [];
function start(options: Partial<OffloadPoolOptions> = {}): OffloadPool {
  const pool = createOffloadPool({ childEntry: hostileChild, wallMs: 60_000, ...options });
  opened.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

/** A task that returns the reason why it was not done. */
const work = (name: string, inHere: () => unknown = () => 'in here'): OffloadedTask<string, unknown> => ({
  name,
  run: inHere,
  otherwise: (_input, why) => (why instanceof OperationError ? why.message : why),
});

const much = 'x'.repeat(10_000);

describe('heavy work', () => {
  it('runs small tasks inline, without a process', async () => {
    const pool = start({ childEntry: new URL('./no-such-child.ts', import.meta.url) });
    expect(await pool.run('store', work('hang'), 'little')).toBe('in here');
  });

  it('is stopped when it takes too long or too much memory, with the reason', async () => {
    const pool = start({ cpuMs: 500 });
    expect(await pool.run('a', work('hang'), much)).toBe('slow');
    const patient = start({ cpuMs: 30_000 });
    expect(await patient.run('a', work('fillMemory'), much)).toBe('memory');
  });

  it('that gets no CPU time is rejected as busy, not as slow (contract: Every answer 10)', async () => {
    const pool = start({ wallMs: 500 });
    expect(await pool.run('a', work('sleep'), much)).toBe('the service is busy; try again shortly');
  });

  it('of one store that never ends does not block another store', async () => {
    const pool = start({ cpuMs: 3_000, maxWaitMs: 60_000 });
    const bombs = Array.from({ length: 4 }, () => pool.run('bomber', work('hang'), much));
    const begin = performance.now();
    expect(await pool.run('victim', work('environment'), much)).toEqual(expect.any(Array));
    expect(performance.now() - begin).toBeLessThan(2_500);
    await pool.close();
    await Promise.allSettled(bombs);
  });

  it('that waits too long is rejected as busy', async () => {
    const pool = start({ cpuMs: 1_500, maxWaitMs: 10 });
    const first = pool.run('store', work('hang'), much);
    expect(await pool.run('store', work('hang'), much)).toBe('masking timed out for this store; try again');
    expect(await first).toBe('slow');
  });

  it('runs without our environment, which holds the master key', async () => {
    process.env['OUTSTEP_MASTER_KEY_OF_TEST'] = 'secret';
    const seen = await start().run('store', work('environment'), much);
    delete process.env['OUTSTEP_MASTER_KEY_OF_TEST'];
    expect(seen).toEqual(['TZ']);
  });

  it('returns the same in a process as inline', async () => {
    const pool = start({ childEntry: heavyChild });
    const content = {
      name: 'n',
      description: '',
      url: 'https://a.example/?api_key=hunter2hunter2',
      headers: { Authorization: 'Bearer abcdefghijkl' },
      body: { password: 'correct-horse', text: 'y'.repeat(20_000) },
      testVariables: {},
    };
    expect(await pool.run('store', maskRequest, content)).toEqual(maskRequest.run(content));
    const reason = {
      knowledge: { within: { email: 'ann@example.com' } },
      values: plainMessage(`${much} ann@example.com`),
    };
    expect(await pool.run('store', maskReason, reason)).toEqual(maskReason.run(reason));
  });
});

it('every task has a unique name that the process recognizes', () => {
  const names = offloadedTasks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const sources = globSync('features/**/*.ts', { cwd: join(import.meta.dirname, '../src') })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, '../src', file), 'utf8'))
    .join('\n');
  const used = [
    ...sources.matchAll(/(?:maskingWork(?:<[^(]*>)?\(\s*|OffloadedTask<[^=]*= \{\s*name: )'([\w-]+)'/g),
  ];
  expect(used.map(([, name]) => name).sort()).toEqual(names.sort());
});

it('counts the size of a value no further than needed', () => {
  expect(sizeOf('a'.repeat(100), 1000)).toBe(116);
  expect(sizeOf({ name: ['a', 1, null] }, 1000)).toBe(5 * 16 + 4 + 1);
  expect(sizeOf(Buffer.alloc(500), 1000)).toBe(516);
  const begin = performance.now();
  expect(sizeOf(new Array(5_000_000).fill(1), 1000)).toBeGreaterThan(1000);
  expect(performance.now() - begin).toBeLessThan(1000);
});
