import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderPool, type RenderPool } from '../src/adapters/child-processes/render-pool.ts';
import type { JsonObject } from '../src/kernel/json.ts';
import type { RenderJob } from '../src/kernel/ports.ts';
import { renderChild } from './harness/child-entries.ts';
import { messageMatching } from './harness/plain-message.ts';
import { withCpu } from './harness/processes.ts';
import { retryRound } from './harness/retry-rounds.ts';
import { noMoreThan, sized } from './harness/size.ts';
import { eventually } from './harness/test-stack.ts';

const hostileChild = new URL('./hostile-render-child.ts', import.meta.url);

/** The next caller waits as long as a busy machine needs to start another process. */
const pool = createRenderPool({ childEntry: renderChild, wallMs: 60_000, maxWaitMs: 60_000 });
const hostilePool = createRenderPool({ childEntry: hostileChild, wallMs: 60_000 });
/** For tests of the result rather than the time: a busy machine stops no text here. */
const patientPool = createRenderPool({ childEntry: renderChild, cpuMs: 60_000, maxWaitMs: 60_000 });
const pools = [pool, hostilePool, patientPool];
beforeAll(() => Promise.all(pools.map((each) => each.ready())));
afterAll(() => Promise.all(pools.map((each) => each.close())));

const secrets = { API_KEY: 'canary-5e1f', OTHER: 'canary-77aa' };

const job = (texts: RenderJob['texts'], settings: Partial<RenderJob> = {}): RenderJob => ({
  texts,
  variables: { name: 'Zoë', items: [{ title: 'Mug' }] },
  secrets,
  escape: 'none',
  ...settings,
});

const field = (text: string, name = 'body') => ({ path: [name], text });

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begin = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begin };
}

describe('uses', () => {
  it('returns the secrets of every text in one call', async () => {
    const texts = [field('no Liquid', 'name'), field('Bearer {{ secrets.API_KEY }} {{ variables.id }}')];
    expect(await patientPool.uses('store', texts)).toEqual({
      uses: [
        { path: ['name'], secrets: [], variables: [] },
        { path: ['body'], secrets: ['API_KEY'], variables: ['variables.id'] },
      ],
    });
  });

  it('names the texts that do not parse', async () => {
    expect(await patientPool.uses('store', [field('{{ a }}', 'name'), field('{{ a b }}')])).toEqual({
      problems: [{ path: ['body'], reason: 'Liquid: unexpected "b", line 1, column 6' }],
    });
  });

  it('names a text that crashes the process', async () => {
    expect(await hostilePool.uses('store', [field('{{ fine }}', 'name'), field('{{ hang }}')])).toEqual({
      problems: [{ path: ['body'], reason: 'Liquid: takes too long to parse' }],
    });
  });
});

describe('render', () => {
  /** The engine's own 200 ms limit is wall-clock time, so a pause of the machine can spoil a round. */
  const rendered = (settings: RenderJob) =>
    retryRound(
      () => patientPool.render('store', settings),
      (outcome) => 'texts' in outcome,
    );

  it('returns the wire format and what may be shown, leaving texts without Liquid untouched', async () => {
    const texts = [
      field('plain', 'name'),
      field('Bearer {{ secrets.API_KEY }}', 'header'),
      { ...field('{{ variables.mark }}{{ variables.gone }}'), escape: 'html' as const },
    ];
    expect(await patientPool.render('store', job(texts, { variables: { mark: '<' } }))).toEqual({
      texts: [
        { path: ['name'], wire: 'plain', shown: 'plain', isJson: false, missing: [], secrets: [] },
        {
          path: ['header'],
          wire: 'Bearer canary-5e1f',
          shown: 'Bearer [secret:API_KEY]',
          isJson: false,
          missing: [],
          secrets: ['API_KEY'],
        },
        {
          ...{ path: ['body'], wire: '&lt;', shown: '&lt;', isJson: false },
          ...{ missing: ['variables.gone'], secrets: [] },
        },
      ],
      missing: ['variables.gone'],
    });
  });

  it('uses no process if no text contains Liquid', async () => {
    const absent = createRenderPool({ childEntry: new URL('./no-such-child.ts', import.meta.url) });
    const shown = { wire: 'plain {text}', shown: 'plain {text}', isJson: false };
    const text = { ...shown, missing: [], secrets: [], path: ['body'] };
    expect(await absent.render('store', job([field('plain {text}')]))).toEqual({
      texts: [text],
      missing: [],
    });
    await absent.close();
  });

  it('formats in the locale of the job', async () => {
    const texts = [field('{{ "1234.5" | money: "EUR" }} {{ 0 | date: "%B" }}')];
    const shown = async (locale?: string) => {
      const outcome = await rendered(job(texts, locale ? { locale } : {}));
      return 'texts' in outcome && outcome.texts[0]?.shown.replaceAll('\u00a0', ' ');
    };
    expect(await shown()).toBe('€1,234.50 January');
    expect(await shown('de')).toBe('1.234,50 € Januar');
    expect(await shown('ja')).toBe('€1,234.50 1月');
  });

  it('keeps members called __proto__ as JSON data, and returns no inherited members', async () => {
    const variables = JSON.parse('{"a":1,"__proto__":{"polluted":"yes"}}') as JsonObject;
    const texts = [
      field('[{{ variables.polluted }}{{ polluted }}{{ variables.constructor }}{{ variables.a }}]'),
    ];
    expect(await patientPool.render('store', job(texts, { variables }))).toMatchObject({
      texts: [{ wire: '[1]' }],
    });
  });

  it('accepts a long text with thousands of tags, and finds its missing variables', async () => {
    const texts = [field('{{ variables.a.b }} and some text'.repeat(3000))];
    expect(await patientPool.uses('store', texts)).toMatchObject({
      uses: [{ variables: ['variables.a.b'] }],
    });
    const outcome = await rendered(job(texts));
    expect(outcome).toMatchObject({ missing: ['variables.a.b'] });
  });

  it('rejects variables above 1 MB and output above 2 MB', async () => {
    const variables = { long: 'x'.repeat(1024 * 1024 - 11) };
    const twice = [field('{{ variables.long }}{{ variables.long }}')];
    expect(await patientPool.render('store', job(twice, { variables }))).toMatchObject({ texts: [{}] });
    const thrice = [
      field('{{ variables.long }}{{ variables.long }}', 'a'),
      field('{{ variables.long }}', 'b'),
    ];
    expect(await patientPool.render('store', job(thrice, { variables }))).toEqual({
      problems: [{ path: ['b'], reason: 'Liquid: more than 2 MB of output, line 1, column 1' }],
    });
    const tooLong = { long: `${variables.long}x` };
    expect(await patientPool.render('store', job(twice, { variables: tooLong }))).toEqual({
      problems: [{ path: ['variables'], reason: 'at most 1 MB of JSON' }],
    });
  });
});

const double = (n: number, step: string) => `{% assign a = "x" %}${step.repeat(n)}{{ a }}`;
const big = `{% assign a = "x" %}${'{% assign a = a | append: a %}'.repeat(19)}`;

/** Each explodes when rendered: whatever the engine alone does not stop, the pool must. */
const bombs: [name: string, text: string][] = [
  ['range', '{% for i in (1..1000000000) %}{{ i }}{% endfor %}'],
  ['range in an output', '{{ (1..1000000000) }}'],
  ['loop without output', `${'{% for i in (1..1000000) %}'.repeat(2)}${'{% endfor %}'.repeat(2)}`],
  ['nested for', `${'{% for i in (1..100000) %}'.repeat(9)}x${'{% endfor %}'.repeat(9)}`],
  ['tablerow', '{% tablerow i in (1..100000000) cols: 3 %}{{ i }}{% endtablerow %}'],
  ['nested tablerow', `${'{% tablerow i in (1..9999) %}'.repeat(3)}x${'{% endtablerow %}'.repeat(3)}`],
  ['append doubling', double(40, '{% assign a = a | append: a %}')],
  ['prepend doubling', double(40, '{% assign a = a | prepend: a %}')],
  ['replace', double(20, '{% assign a = a | replace: "x", "xxxxxxxxxx" %}')],
  ['replace of nothing', double(20, '{% assign a = a | append: "y" | replace: "", a %}')],
  ['capture doubling', double(30, '{% capture a %}{{ a }}{{ a }}{% endcapture %}')],
  [
    'capture and contains',
    `${double(28, '{% capture a %}{{ a }}{{ a }}{% endcapture %}')}{% if a contains "y" ${'or a contains "y" '.repeat(12)} %}{% endif %}`,
  ],
  [
    'contains chain',
    `${big}{% if a contains "y" ${'or a contains "y" '.repeat(9000)} %}{% endif %}{% for i in (1..999999) %}{% if a contains "xy" %}{% endif %}{% endfor %}`,
  ],
  [
    'contains of a long needle',
    `${big}{% assign b = a | append: "y" %}{% for i in (1..99999) %}{% if a contains b %}{% endif %}{% if b contains a %}{% endif %}{% endfor %}`,
  ],
  ['list doubling', `{% assign a = "x" | split: "" %}${'{% assign a = a | concat: a %}'.repeat(40)}{{ a }}`],
  ['list in itself', `{% assign a = "x" | split: "" %}${'{% assign a = a | push: a %}'.repeat(60)}{{ a }}`],
  [
    'empty list in itself',
    `{% assign a = "" | split: "," %}${'{% assign a = a | push: a %}'.repeat(60)}{{ a }}`,
  ],
  [
    'list in itself as JSON',
    `{% assign a = "x" | split: "" %}${'{% assign a = a | push: a %}'.repeat(60)}{{ a | json }}`,
  ],
  [
    'list in itself joined',
    `{% assign a = "x" | split: "" %}${'{% assign a = a | push: a %}'.repeat(60)}{{ a | join }}`,
  ],
  [
    'list in itself compared',
    `{% assign a = "x" | split: "" %}${'{% assign a = a | push: a %}'.repeat(60)}{% assign b = "x" | split: "" %}${'{% assign b = b | push: b %}'.repeat(60)}{% if a == b %}{% endif %}`,
  ],
  [
    'list 100 000 deep',
    '{% assign a = "x" | split: "" %}{% for i in (1..90000) %}{% assign b = "" | split: "" | push: a %}{% assign a = b %}{% endfor %}{{ a }}{{ a | json }}',
  ],
  ['date padding', '{{ 0 | date: "%999999999Y" }}'],
  [
    'date formats',
    `${big}{{ 0 | date: a }}{% for i in (1..99999) %}{{ i | date: "full" }}{{ i | date: "%A%B" }}{% endfor %}`,
  ],
  ['money in many locales', '{% for i in (1..999999) %}{{ i | money: "EUR", i }}{% endfor %}'],
  ['secrets', '{% for i in (1..999999) %}{{ secrets.API_KEY }}{% endfor %}'],
  ['20 000-deep if', '{%if a%}'.repeat(20_000)],
  ['33 000 outputs', '{{a}}x'.repeat(33_000)],
];

describe('stops a bomb within 1.5 s of CPU, blames its field and keeps the pool running', () => {
  it.each(bombs)('%s', async (_, bomb) => {
    const texts = [
      field('{{ variables.name }}', 'before'),
      field(bomb),
      field('{{ variables.name }}', 'after'),
    ];
    const { value, cpuMs } = await withCpu(() => pool.render('store', job(texts)));
    const problem = { path: ['body'], reason: messageMatching(/^Liquid: /) };
    expect(value).toEqual({ problems: [problem] });
    expect(JSON.stringify(value)).not.toContain('canary');
    expect(cpuMs).toBeLessThan(noMoreThan(1500));
    // The timeout counts wall-clock time, of which other processes take their share.
    const next = await eventually(
      () => pool.render('store', job([field('{{ variables.name }}')])),
      (outcome) => 'texts' in outcome,
    );
    expect(next).toMatchObject({ texts: [{ wire: 'Zoë' }] });
  });
});

describe('filters that search by pattern', () => {
  const filters = [
    'strip_html',
    'slugify',
    'escape_once',
    'truncatewords',
    'squish',
    'strip_newlines',
    'url_encode',
  ];
  it.each(['<', '<script', '<!--', '&amp', ' ', '\\n', 'é'])(
    'are done or stopped within 1.5 s of CPU on many %j',
    async (part) => {
      const many = `{% assign a = "${part}" %}${'{% assign a = a | append: a %}'.repeat(14)}`;
      const texts = filters.map((filter) =>
        field(`${many}{% assign b = a | ${filter} %}{{ b | size }}`, filter),
      );
      const { value, cpuMs } = await withCpu(() => pool.render('store', job(texts)));
      expect('texts' in value || value.problems.length).toBeTruthy();
      expect(cpuMs).toBeLessThan(noMoreThan(1500));
    },
  );
});

describe('a process that misbehaves', () => {
  const wireOf = async (act: string, run: RenderPool = hostilePool) => {
    const outcome = await run.render(
      'store',
      job([field(`{{ ${act} }}`), field('{{ secrets.API_KEY }}', 'b')]),
    );
    return 'texts' in outcome ? outcome.texts[0]?.wire : outcome.problems[0]?.reason;
  };

  it('is never given a secret', async () => {
    const given = (await wireOf('job')) ?? '';
    expect(given).toContain('API_KEY');
    expect(given).not.toContain('canary');
  });

  it('is killed, naming the text that blocked it or filled its memory', async () => {
    expect(await wireOf('hang')).toEqual(messageMatching(/^Liquid: takes too long to render$/));
    expect(await wireOf('memory')).toEqual(
      messageMatching(/^Liquid: (needs too much memory|takes too long to render)$/),
    );
    expect(await wireOf('fine')).toBe('');
  });

  it('cannot read files of the server', async () => {
    expect(await wireOf('read:/etc/passwd')).toBe('ERR_ACCESS_DENIED');
    expect(await wireOf('include "/etc/passwd"', pool)).toEqual(messageMatching(/^Liquid: /));
  });

  it('is retried in another process if it was lost through no fault of the text', async () => {
    await expect(wireOf('exit')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await wireOf('fine')).toBe('');
  });
});

describe('a store', () => {
  it('runs one job at a time', async () => {
    const texts = [field('{{ pause:300 }}')];
    const both = (other: string) =>
      timed(() => Promise.all([hostilePool.check('a', texts), hostilePool.render(other, job(texts))]));
    expect((await both('a')).ms).toBeGreaterThanOrEqual(600);
    const apart = await retryRound(
      () => both('b'),
      ({ ms }) => ms < 600,
    );
    expect(apart.ms).toBeLessThan(noMoreThan(600));
  });
});

describe('cost', () => {
  const CALLS = sized(200, 500);

  /** CPU time of a warmed-up call in ms, here and in the render process. */
  async function cost(what: string, work: () => Promise<unknown>): Promise<number> {
    for (let i = 0; i < 100; i++) await work();
    const { cpuMs } = await withCpu(async () => {
      for (let i = 0; i < CALLS; i++) await work();
    });
    console.log(`${what}: ${(cpuMs / CALLS).toFixed(2)} ms of CPU`);
    return cpuMs / CALLS;
  }

  it('of a round trip is a fraction of an email', async () => {
    const request = [
      field('https://api.example.com/{{ variables.name | url_encode }}', 'url'),
      field('Bearer {{ secrets.API_KEY }}', 'header'),
      field('{"name":"{{ variables.name }}","items":{{ variables.items | json }}}'),
    ];
    const block =
      'Hi {{ variables.name | default: "you" }}{% for i in variables.items %}{{ i.title }}{% endfor %}';
    const mail = Array.from({ length: 20 }, (_, i) => ({ path: ['blocks', i], text: block }));
    const items = Array.from({ length: 20 }, (_, i) => ({ title: `Item ${i}`, price: i }));
    const settings: Partial<RenderJob> = { variables: { name: 'Zoë', items }, escape: 'html' };
    // Far above the 0.3, 0.3 and 6 ms that were measured while other work was running.
    expect(await cost('uses of a request', () => patientPool.uses('a', request))).toBeLessThan(noMoreThan(5));
    expect(await cost('render a request', () => patientPool.render('a', job(request)))).toBeLessThan(
      noMoreThan(5),
    );
    expect(await cost('render 20 blocks', () => patientPool.render('a', job(mail, settings)))).toBeLessThan(
      50,
    );
  });
});
