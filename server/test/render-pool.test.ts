import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import {
  createRenderPool,
  type RenderPool,
  type RenderPoolOptions,
} from '../src/adapters/child-processes/render-pool.ts';
import { preparePlain } from '../src/features/rendering/liquid/plain-liquid.rules.ts';
import { textOf } from '../src/kernel/messages/message.ts';
import { PARSE_TIMEOUT, parseBombs, renderBombs } from './harness/bombs.ts';
import { messageMatching } from './harness/plain-message.ts';
import { retryRound, waitLimit } from './harness/retry-rounds.ts';
import { isFullSize, sized } from './harness/size.ts';

const realChild = new URL('../src/processes/children/render.ts', import.meta.url);
const hostileChild = new URL('./hostile-render-child.ts', import.meta.url);

/** The machine may be busy with other tests. */
const patient = { wallMs: 60_000, maxWaitMs: 60_000 };

const opened: RenderPool[] = [];

async function start(options: Partial<RenderPoolOptions> = {}): Promise<RenderPool> {
  const pool = createRenderPool({ childEntry: realChild, ...patient, ...options });
  opened.push(pool);
  await pool.ready();
  return pool;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

const field = (text: string, name = 'body') => ({ path: [name], text });

/** What the hostile child answered for one text. */
async function answer(pool: RenderPool, act: string, store = 'store'): Promise<string | undefined> {
  const [problem] = await pool.check(store, [field(`{{ ${act} }}`)]);
  return problem && textOf(problem.reason);
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begin = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begin };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('check', () => {
  it('lists path and location of every invalid text in one call', async () => {
    const pool = await start();
    const problems = await pool.check('store', [
      { path: ['subject'], text: 'Hi {{ variables.name }}' },
      { path: ['bodyDesign', 'blocks', 2, 'text'], text: 'Hi {% if a %}' },
      { path: ['previewText'], text: 'no Liquid' },
      { path: ['body'], text: '{{ a b }}' },
    ]);
    expect(problems).toEqual([
      { path: ['bodyDesign', 'blocks', 2, 'text'], reason: 'Liquid: tag "if" not closed, line 1, column 4' },
      { path: ['body'], reason: 'Liquid: unexpected "b", line 1, column 6' },
    ]);
  });

  it('uses no process for texts without Liquid', async () => {
    const pool = createRenderPool({ childEntry: new URL('./no-such-child.ts', import.meta.url) });
    opened.push(pool);
    expect(await pool.check('store', [field('plain {text} 100 %'), field('}} %}')])).toEqual([]);
  });

  it('is unavailable, never reported as valid, when no process can start', async () => {
    const faults: Error[] = [];
    const pool = createRenderPool({
      childEntry: new URL('./no-such-child.ts', import.meta.url),
      onFault: (fault) => faults.push(fault),
    });
    opened.push(pool);
    await expect(pool.ready()).rejects.toThrow('a child process does not start');
    await expect(pool.check('store', [field('{{ a }}')])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('rejects or stops a bomb within 1.5 s and keeps the pool running', () => {
  const pool = createRenderPool({ childEntry: realChild, ...patient });
  beforeAll(() => pool.ready());
  afterAll(() => pool.close());

  /** Checks a text in up to a few rounds; each must give one of the allowed reasons. */
  async function checkedWithin(limitMs: number, text: string, reason: RegExp) {
    const { ms, said } = await retryRound(
      async () => {
        const done = await timed(() => pool.check('store', [field(text)]));
        const [problem] = done.value;
        const said = problem ? textOf(problem.reason) : '';
        // On a busy machine, any text can time out before it is parsed.
        if (said !== PARSE_TIMEOUT) expect(said).toMatch(reason);
        expect(await pool.check('store', [field('{{ a }}')])).toEqual([]);
        return { ms: done.ms, said };
      },
      (round) => round.ms < limitMs && reason.test(round.said),
    );
    expect(said).toMatch(reason);
    expect(ms).toBeLessThan(limitMs);
  }

  it.each(parseBombs)('parse: %s', (_, text, reason) => checkedWithin(waitLimit(1500), text, reason));

  it.each(renderBombs)('render: %s', (_, text) => checkedWithin(waitLimit(500), text, /^$/));
});

describe('a process that misbehaves', () => {
  it('is killed after 1 s of CPU time, naming the text that blocked it', async () => {
    const pool = await start({ childEntry: hostileChild });
    const texts = [
      field('{{ fine }}', 'subject'),
      field('{{ hang }}', 'body'),
      field('{{ fine }}', 'footer'),
    ];
    const { ms } = await retryRound(
      async () => {
        const done = await timed(() => pool.check('store', texts));
        expect(done.value).toEqual([{ path: ['body'], reason: PARSE_TIMEOUT }]);
        expect(done.ms).toBeGreaterThan(950);
        return done;
      },
      (done) => done.ms < waitLimit(1500),
    );
    expect(ms).toBeLessThan(waitLimit(1500));
  });

  it('is killed at 128 MB, naming the text that filled it', async () => {
    const pool = await start({ childEntry: hostileChild, cpuMs: 60_000 });
    const texts = [field('{{ fine }}', 'subject'), field('{{ memory }}', 'body')];
    expect(await pool.check('store', texts)).toEqual([
      { path: ['body'], reason: 'Liquid: needs too much memory' },
    ]);
    expect(await answer(pool, 'fine')).toBeUndefined();
  });

  it('keeps its small heap when our own process was started with a large one', async () => {
    process.execArgv.push('--max-old-space-size=4096');
    try {
      const pool = await start({ childEntry: hostileChild });
      const flags = readFileSync(`/proc/${await answer(pool, 'pid')}/cmdline`, 'utf8').split('\0');
      expect(flags.findLast((flag) => flag.startsWith('--max-old-space-size'))).toBe(
        '--max-old-space-size=128',
      );
    } finally {
      process.execArgv.pop();
    }
  });

  it('has ended, and is replaced, after it was stopped', async () => {
    const pool = await start({ childEntry: hostileChild, processes: 1 });
    const pid = await answer(pool, 'pid');
    expect(await answer(pool, 'hang')).toBe(PARSE_TIMEOUT);
    const successor = await answer(pool, 'pid');
    expect(successor).toMatch(/^\d+$/);
    expect(successor).not.toBe(pid);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('does not fail a check when it was killed from outside while idle', async () => {
    const pool = await start({ childEntry: hostileChild, processes: 1 });
    const pid = Number(await answer(pool, 'pid'));
    process.kill(pid, 'SIGKILL');
    await pause(100);
    expect(await answer(pool, 'pid')).not.toBe(String(pid));
  });

  it('does not fail a check when it was killed from outside while working', async () => {
    const faults: Error[] = [];
    const pool = await start({
      childEntry: hostileChild,
      processes: 1,
      cpuMs: 60_000,
      onFault: (fault) => faults.push(fault),
    });
    const pid = Number(await answer(pool, 'pid'));
    const working = pool.check('store', [field('{{ pause:3000 }}')]);
    await pause(100);
    process.kill(pid, 'SIGTERM');
    expect((await working)[0]?.reason).toEqual('timed-out');
    expect(faults).toHaveLength(1);
  });

  it('survives Ctrl-C while its parent may need it', async () => {
    const children = () =>
      readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const ofOthers = children();
    const pool = await start({ processes: 1 });
    const itsOwn = () => children().filter((pid) => !ofOthers.includes(pid));
    const before = itsOwn();
    expect(before).toHaveLength(1);
    for (const pid of before) process.kill(Number(pid), 'SIGINT');
    await pause(100);
    expect(await pool.check('store', [field('{{ a b }}')])).toHaveLength(1);
    expect(itsOwn()).toEqual(before);
  });

  it('that always ends by itself makes the check unavailable, without blaming the text', async () => {
    const pool = await start({ childEntry: hostileChild, processes: 1 });
    await expect(pool.check('store', [field('{{ exit }}')])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await answer(pool, 'fine')).toBeUndefined();
  });

  it('can neither read nor write files, start processes or threads, nor see our environment', async () => {
    const pool = await start({ childEntry: hostileChild });
    const denied = 'ERR_ACCESS_DENIED';
    expect(await answer(pool, 'read:/etc/passwd')).toBe(denied);
    expect(await answer(pool, `read:${new URL('../package.json', import.meta.url).pathname}`)).toBe(denied);
    expect(await answer(pool, 'read:/proc/self/environ')).toBe(denied);
    expect(await answer(pool, 'write:/tmp/outstep-render-pool')).toBe(denied);
    expect(await answer(pool, 'spawn')).toBe(denied);
    expect(await answer(pool, 'thread')).toBe(denied);
    expect(await answer(pool, 'environment')).toBe('TZ');
  });
});

describe('a process without CPU time', () => {
  const cpuMs = sized(300, 1000);
  const ends: string[] = [];
  const onEnd = (why: string) => void ends.push(why);
  afterEach(() => ends.splice(0));

  test('is waited for, and its text is not reported as slow (contract: Every answer 10)', async () => {
    const pool = await start({ childEntry: hostileChild, processes: 1, cpuMs, onEnd });
    const pid = Number(await answer(pool, 'pid'));
    const checking = answer(pool, `burn:${cpuMs / 3}`);
    process.kill(pid, 'SIGSTOP');
    await pause(2 * cpuMs);
    process.kill(pid, 'SIGCONT');
    expect(await checking).toBe(undefined);
    expect(await answer(pool, 'pid')).toBe(String(pid));
    expect(ends).toEqual([]);
  });

  test('still gets no more of it than any other', async () => {
    const pool = await start({ childEntry: hostileChild, processes: 1, cpuMs, onEnd });
    const pid = Number(await answer(pool, 'pid'));
    const checking = answer(pool, 'hang');
    process.kill(pid, 'SIGSTOP');
    await pause(2 * cpuMs);
    process.kill(pid, 'SIGCONT');
    expect(await checking).toBe(PARSE_TIMEOUT);
    expect(ends).toEqual(['slow']);
  });

  test('is replaced once, and the job is done by the next one', async () => {
    let pid = 0;
    const pool = await start({
      ...{ childEntry: hostileChild, processes: 1, wallMs: 3000 },
      onEnd(why) {
        ends.push(why);
        // A stopped process doesn't end until it continues.
        setTimeout(() => process.kill(pid, 'SIGCONT'), 100);
      },
    });
    pid = Number(await answer(pool, 'pid'));
    process.kill(pid, 'SIGSTOP');
    expect(await answer(pool, 'pid')).toMatch(/^\d+$/);
    expect(ends).toEqual(['starved']);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  test('is unavailable the second time, with the time to retry (contract: Every answer 10)', async () => {
    const pool = await start({ childEntry: hostileChild, wallMs: 500, onEnd });
    await expect(answer(pool, 'pause:60000')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the service is busy; try again shortly',
      detail: { retryAfterSeconds: 5 },
    });
    expect(ends).toEqual(['starved', 'starved']);
  });
});

describe('plain texts', () => {
  const plain = field('{{ variables.a }}', 'subject');
  const job = (...texts: { path: string[]; text: string }[]) => ({
    texts,
    variables: { a: 'Ada' },
    secrets: {},
    escape: 'none' as const,
  });

  /** The hostile child renders these texts as empty. */
  async function wires(pool: RenderPool, texts: { path: string[]; text: string }[], store = 'store') {
    const outcome = await pool.render(store, job(...texts));
    if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
    return outcome.texts.map(({ wire }) => wire);
  }

  it('are rendered without a process once one has parsed them for this account', async () => {
    const accountOf = async (store: string) => (store === 'other' ? 'another' : 'account');
    const pool = await start({ childEntry: hostileChild, preparePlain, accountOf });
    expect(await wires(pool, [plain])).toEqual(['']);
    await pool.uses('store', [plain]);
    expect(await wires(pool, [plain])).toEqual(['Ada']);
    expect(await wires(pool, [plain], 'sibling')).toEqual(['Ada']);
    expect(await wires(pool, [plain], 'other')).toEqual(['']);
  });

  it('are rendered inline while only the others go to the process, and errors name the right text', async () => {
    const pool = await start({ childEntry: hostileChild, preparePlain });
    await pool.uses('store', [plain]);
    const [first, second = ''] = await wires(pool, [plain, field('{{ job }}')]);
    expect(first).toBe('Ada');
    expect(JSON.parse(second).texts).toEqual([{ text: '{{ job }}', escape: 'none' }]);
    const texts = [plain, field('{{ fine }}', 'previewText'), plain, field('{{ hang }}')];
    expect(await pool.render('store', job(...texts))).toEqual({
      problems: [{ path: ['body'], reason: 'Liquid: takes too long to render' }],
    });
  });

  it('are judged in this process, not by the child', async () => {
    const pool = await start({ childEntry: hostileChild, preparePlain });
    const texts = [field('{{ variables.a | upcase }}'), field('{{ pid }}')];
    await pool.uses('store', texts);
    expect(await wires(pool, texts)).toEqual(['', expect.stringMatching(/^\d+$/)]);
  });
});

describe('stores', () => {
  const template =
    'Hi {{ variables.name | default: "you" }}{% if variables.order %} {{ variables.order.id }}{% endif %}';

  /**
   * Sorted latencies of one store that checks a layout of 20 texts every 5 ms, for the given time and until
   * `isEnough`.
   */
  async function latencies(pool: RenderPool, forMs: number, isEnough = () => true): Promise<number[]> {
    const texts = Array.from({ length: 20 }, (_, i) => ({ path: ['blocks', i], text: template }));
    const samples: number[] = [];
    for (const end = performance.now() + forMs; performance.now() < end || !isEnough(); await pause(5))
      samples.push((await timed(() => pool.check('neighbor', texts))).ms);
    return samples.sort((a, b) => a - b);
  }

  const quantile = (sorted: number[], q: number) => sorted[Math.floor(sorted.length * q)] as number;
  const figures = (sorted: number[]) => [0.5, 0.99].map((q) => quantile(sorted, q).toFixed(1)).join('/');

  /** A neighbor's latencies before and while a store bombs without pause. */
  async function measureWhileBombing(): Promise<{ calm: number[]; bombed: number[] }> {
    const pool = await start();
    await latencies(pool, sized(200, 1000));
    const calm = await latencies(pool, sized(500, 4000));
    const bomb = [field(`{%# x${'\n'.repeat(190_000)}# %}`)];
    const stop = new AbortController();
    let bombs = 0;
    const bombers = Array.from({ length: 5 }, async () => {
      while (!stop.signal.aborted) {
        // Added after the await: `bombs += await …` would use the value from before it and lose the others'
        // counts.
        const problems = await pool.check('bomber', bomb).catch(() => []);
        bombs += problems.length;
        await pause(1);
      }
    });
    const bombed = await latencies(pool, sized(1500, 6000), () => bombs > 0);
    stop.abort();
    await pool.close();
    await Promise.all(bombers);
    console.log(`neighbor p50/p99 ms: calm ${figures(calm)}, beside a bomber ${figures(bombed)}`);
    return { calm, bombed };
  }

  it('a store that bombs without pause at most triples another’s p99', async () => {
    const most = (calm: number[]) => 3 * quantile(calm, 0.99) + 15;
    const { calm, bombed } = await retryRound(
      measureWhileBombing,
      (figures) => !isFullSize || quantile(figures.bombed, 0.99) < most(figures.calm),
    );
    if (isFullSize) expect(quantile(bombed, 0.99)).toBeLessThan(most(calm));
  });

  it('run one job at a time each', async () => {
    const pool = await start({ childEntry: hostileChild, processes: 2, cpuMs: 60_000 });
    const jobMs = sized(1000, 300);
    const both = (stores: string[]) =>
      timed(() => Promise.all(stores.map((store) => answer(pool, `pause:${jobMs}`, store))));
    expect((await both(['a', 'a'])).ms).toBeGreaterThanOrEqual(2 * jobMs);
    const apart = await retryRound(
      () => both(['a', 'b']),
      ({ ms }) => ms < 2 * jobMs,
    );
    expect(apart.ms).toBeLessThan(2 * jobMs);
  });

  it('are rejected when more than their share waits', async () => {
    const pool = await start({ childEntry: hostileChild, processes: 2, maxWaitingPerStore: 2 });
    const acts = ['pause:200', 'fine', 'fine', 'fine'];
    const results = await Promise.allSettled(acts.map((act) => answer(pool, act, 'greedy')));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(results[3]).toMatchObject({ reason: { kind: 'unavailable', detail: { retryAfterSeconds: 1 } } });
  });

  it('are rejected on close, which leaves no process behind', async () => {
    // So long that only closing the pool can have ended the hanging task.
    const pool = await start({ childEntry: hostileChild, processes: 1, cpuMs: 60_000 });
    const pid = await answer(pool, 'pid');
    const running = pool.check('a', [field('{{ hang }}')]);
    const waiting = pool.check('b', [field('{{ fine }}')]);
    const both = Promise.allSettled([running, waiting]);
    await pause(50);
    const { ms } = await timed(() => pool.close());
    expect(ms).toBeLessThan(10_000);
    expect((await both).map((result) => result.status === 'rejected' && result.reason.kind)).toEqual([
      'unavailable',
      'unavailable',
    ]);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});

it('blames the text that used most of the CPU time, not the one that had just begun', async () => {
  const pool = await start({ childEntry: hostileChild, cpuMs: 1000 });
  const texts = [
    field('{{ fine }}', 'first'),
    field('{{ burn:700 }}', 'long'),
    field('{{ burn:900 }}', 'late'),
  ];
  const problems = await pool.check('store', texts);
  expect(problems).toEqual([{ path: ['long'], reason: messageMatching(/takes too long/) }]);
});
