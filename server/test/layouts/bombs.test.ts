import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { parseBombs, renderBombs, smallBombs, valueBombs } from '../harness/bombs.ts';
import type { TestResponse } from '../harness/client.ts';
import { heldMegabytes, inspectable } from '../harness/heap.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import type { OutstepProcess } from '../harness/process.ts';
import { retryRound, waitLimit } from '../harness/retry-rounds.ts';
import { isFullSize, sampled, sized } from '../harness/size.ts';
import { eventually } from '../harness/test-stack.ts';
import { callPost, headersOf } from '../mcp/posts.ts';

const LIMIT_MS = waitLimit(1500);
/** A call that took this long may have ended a process. */
const COSTLY_MS = 500;
/** The answer when other tests leave a bomb no CPU time to explode. */
const BUSY = 'the service is busy; try again shortly';
const KEYS = 12;
const SECRET = 'sk-live-7d51e84b603f9a2c';

let outstep: Outstep;
let keys: TestKey[];
let neighbors: TestKey[];

beforeAll(async () => {
  outstep = await startOutstep({ env: { ...inspectable, OUTSTEP_RENDER_PATIENCE_MS: sized('500', '') } });
  const newKeys = async () => {
    const store = await outstep.newStore();
    await outstep.operator(store, 'set_secret', { name: 'TOKEN', value: SECRET });
    return Promise.all(Array.from({ length: KEYS }, () => outstep.newKey(store, 'write')));
  };
  [keys, neighbors] = [await newKeys(), await newKeys()];
  // The processes that compile start with the first design.
  expect((await rest('POST', '/preview', { subject: 'a', bodyDesign: { blocks: [] } })).status).toBe(200);
});
afterAll(() => outstep?.close());

let asked = 0;
const nextOf = (some: readonly TestKey[]) => some[asked++ % some.length] as TestKey;

const rest = (method: string, path: string, body?: unknown, from = keys) =>
  outstep.call(nextOf(from), method, `/api/v1/email-templates${path}`, body);

/** A tool call in the form of an answer: with the status that REST would return, where it matters. */
async function tool(name: string, args: object): Promise<Pick<TestResponse, 'status' | 'text' | 'body'>> {
  const post = callPost(name, args);
  const path = '/api/mcp?toolsets=default,layouts';
  const answer = await outstep.call(nextOf(keys), 'POST', path, post.message, headersOf(post));
  expect(answer.status, answer.text).toBe(200);
  const { isError, structuredContent, content } = answer.body.result;
  const text = content[0].text as string;
  return isError
    ? { status: 400, text, body: { error: text } }
    : { status: 200, text, body: structuredContent };
}

type LayoutFields = JsonObject & { bodyType: 'visual' | 'text' };

const visual = (block: JsonObject): LayoutFields => ({
  ...{ bodyType: 'visual', category: 'marketing', subject: 'Hi', bodyDesign: { blocks: [block] } },
});
const text = (fields: JsonObject): LayoutFields => ({
  ...{ bodyType: 'text', category: 'marketing', subject: 'Hi', ...fields },
});

/** Every field that accepts Liquid. */
const places: Record<string, (bomb: string) => LayoutFields> = {
  subject: (subject) => text({ subject }),
  previewText: (previewText) => text({ previewText }),
  body: (body) => text({ body }),
  'a text block': (html) => visual({ type: 'text', html }),
  'the address of a button': (bomb) =>
    visual({ type: 'button', label: 'Go', url: `https://a.example/${bomb}` }),
  showIf: (showIf) => visual({ type: 'divider', showIf }),
  'the source of a loop': (source) => visual({ type: 'loop', source, blocks: [{ type: 'divider' }] }),
  unsubscribeText: (bomb) => text({ marketingTexts: { unsubscribeText: `{{ unsubscribe_link }}${bomb}` } }),
  companyDetails: (companyDetails) => text({ marketingTexts: { companyDetails } }),
  'a filename': (filename) => text({ attachments: [{ filename, url: 'https://a.example/1' }] }),
  'an address': (bomb) => text({ attachments: [{ filename: 'a', url: `https://a.example/${bomb}` }] }),
};

const bombs: [name: string, text: string][] = [
  ...parseBombs.map(([name, bomb]): [string, string] => [name, bomb]),
  ...renderBombs,
  ...smallBombs,
  ...valueBombs,
];

/**
 * One bomb that is saved and one that is rejected in every place, and others that differ by place; in full
 * size all of them.
 */
const bombsFor = (place: number) => [
  ...new Set([
    ...bombs.filter(([name]) => name === 'range of ranges' || name === 'a text of 2 MB'),
    ...sampled(bombs, 20, place),
  ]),
];

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begin = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begin };
}

type SaveAttempt = () => Promise<Pick<TestResponse, 'status' | 'text' | 'body'>>;

/** A store that ended a process waits for the next one, which doesn't count as the bomb's time. */
const retryUntilServed = () =>
  eventually(
    () => rest('POST', '/preview', text({ body: '{{ variables.a }}' })),
    ({ status }) => status === 200,
  );

/** Expects the call to be rejected with a reason or to succeed, in time in at least one of a few rounds. */
async function expectBombDefused(call: SaveAttempt) {
  const { value, ms } = await retryRound(
    async () => {
      const done = await timed(call);
      const { status, body } = done.value;
      const isBusy = status === 503 || body.error === BUSY;
      expect([200, 201, 400, 413, 503], done.value.text).toContain(status);
      if (status >= 400 && !isBusy) expect(body.error).toMatch(/^(request body|[\w.[\]]+): ./);
      if (done.ms > COSTLY_MS) await retryUntilServed();
      return done;
    },
    (done) => done.ms < LIMIT_MS,
  );
  expect(ms, value.text.slice(0, 200)).toBeLessThan(LIMIT_MS);
  return value;
}

const megabytes = () => heldMegabytes(outstep.apis[0] as OutstepProcess);

/** The same process still answers, to another store too. */
async function expectAlive() {
  expect(outstep.apis[0]?.child.exitCode).toBeNull();
  expect((await rest('GET', '', undefined, neighbors)).status).toBe(200);
}

describe('rejects or stops a bomb within 1.5 s in every field (spec: Layout validation 1)', () => {
  let before: number;
  beforeAll(async () => {
    // Warms up with long bodies, so that the memory they need doesn't count as the bomb's.
    const layout = { name: 'Long', ...text({ body: `{{ variables.a }}${'x'.repeat(190_000)}` }) };
    for (let i = 0; i < sized(6, 40); i++) {
      const { id } = (await rest('POST', '', layout)).body;
      await rest('POST', `/${id}/preview`);
      await rest('DELETE', `/${id}`);
    }
    before = await megabytes();
  });

  test.each(sampled(Object.entries(places), 4))('in %s', async (place, layoutWith) => {
    let [saved, refused] = [0, 0];
    for (const [name, bomb] of bombsFor(Object.keys(places).indexOf(place))) {
      const layout = layoutWith(bomb);
      const made = await expectBombDefused(() => rest('POST', '', { name, ...layout }));
      if (made.status === 201) {
        saved++;
        await expectBombDefused(() => rest('POST', `/${made.body.id}/preview`, { variables: { a: 'a' } }));
        await rest('DELETE', `/${made.body.id}`);
      } else refused++;
      const { attachments: _attachments, ...content } = layout;
      await expectBombDefused(() => rest('POST', '/preview', content));
    }
    // A place that accepts every bomb, or none, has not been tested.
    expect([saved > 0, refused > 0]).toEqual([true, true]);
    await expectAlive();
  });

  nightlyOnly('through tools', async () => {
    const made = await rest('POST', '', { name: 'Tools', ...text({}) });
    const { id } = made.body;
    // Tools use the same code, so one of each kind is enough.
    const kinds = ['33 000 outputs', '190 000 blank lines in a comment', 'range', 'capture and contains'];
    const some = bombs.filter(([name]) => kinds.includes(name));
    expect(some).toHaveLength(kinds.length + 1);
    for (const [turn, [name, bomb]] of some.entries()) {
      const calls = [
        () => tool('create_email_template', { name, ...text({ body: bomb }) }),
        () => tool('update_email_template', { id, body: bomb }),
        () => tool('preview_email_template', { id }),
        () => tool('preview_unsaved_email_template', visual({ type: 'text', html: bomb })),
      ];
      for (const call of sampled(calls, 2, turn)) await expectBombDefused(call);
    }
    await expectAlive();
  });

  test('leaks at most 50 MB', async () => {
    const after = await megabytes();
    console.log(`${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`);
    expect(after - before).toBeLessThan(50);
  });
});

describe('Liquid cannot read service internals (spec: What the service does 4)', () => {
  const probes = [
    ...['{{ __proto__ }}', '{{ constructor }}', '{{ variables.__proto__ }}', '{{ variables["__proto__"] }}'],
    ...['{{ variables.constructor }}', '{{ variables.constructor.constructor }}', '{{ variables.toString }}'],
    ...['{{ variables.a.constructor }}', '{{ variables.list.constructor }}', '{{ forloop.__proto__ }}'],
    ...[
      '{{ this }}',
      '{{ process }}',
      '{{ globalThis }}',
      '{{ self }}',
      '{{ settings }}',
      '{{ mail_footer }}',
    ],
    '{% for each in variables.__proto__ %}{{ each }}{% endfor %}',
    '{% assign __proto__ = variables %}{{ __proto__ | json }}',
    '{% include "/etc/passwd" %}',
    '{% include "../../package.json" %}',
    '{% render "/etc/passwd" %}',
    '{% layout "/etc/passwd" %}',
    '{% block a %}{% endblock %}',
    '{{ "/etc/passwd" | include }}',
    '{{ secrets }}',
    '{{ secrets | json }}',
    '{{ secrets | inspect }}',
    '{% for each in secrets %}{{ each }}{% endfor %}',
    '{{ secrets.TOKEN }}',
    '{{ secrets["TOKEN"] }}',
    '{{ secrets.TOKEN | base64_encode }}',
    '{{ secrets.TOKEN | url_encode }}',
    '{{ secrets.TOKEN | append: "x" | upcase }}',
    '{% assign s = secrets.TOKEN %}{{ s | split: "" | join: " " }}',
    '{% capture s %}{{ secrets.TOKEN }}{% endcapture %}{{ s | base64_encode }}',
    '{% if secrets.TOKEN contains "sk-live" %}leak{% endif %}',
    '{{ variables[secrets.TOKEN] }}',
    '{{ secrets.__proto__ }}',
    '{{ secrets.constructor }}',
  ];
  const forms = [SECRET, Buffer.from(SECRET).toString('base64'), Buffer.from(SECRET).toString('hex')];
  const OURS = /root:|"name":|native code|function|\[object|leak|sk-live|s k - l i v e|SK-LIVE/;

  const inPlaces: [string, (probe: string) => LayoutFields][] = [
    ['subject', (subject) => text({ subject })],
    ['body', (body) => text({ body })],
    ['a text block', (html) => visual({ type: 'text', html })],
    ['companyDetails', (companyDetails) => text({ marketingTexts: { companyDetails } })],
  ];

  test.each(sampled(inPlaces, 2))('in %s', async (_, layoutWith) => {
    const variables = { a: 'text', list: [1] };
    const plain = await rest('POST', '/preview', { ...layoutWith('-'), variables });
    for (const probe of probes) {
      const content = layoutWith(probe);
      const shown = await expectBombDefused(() => rest('POST', '/preview', { ...content, variables }));
      for (const form of forms) expect(shown.text, probe).not.toContain(form);
      if (shown.status === 400) continue;
      const added = (part: 'subject' | 'html' | 'text') =>
        shown.body[part] === plain.body[part] ? '' : shown.body[part].replace(plain.body[part], '');
      expect(added('subject') + added('text'), probe).not.toMatch(OURS);
      expect(shown.body.html, probe).not.toMatch(/root:|native code|\[object |sk-live/);
    }
  });
});

describe('next to a store that sends bombs without pause', () => {
  const quantile = (sorted: number[], q: number) => sorted[Math.floor(sorted.length * q)] as number;
  const figures = (sorted: number[]) => [0.5, 0.99].map((q) => quantile(sorted, q).toFixed(1)).join('/');

  /** Sorted latencies of a neighbor's previews, one every 20 ms, for the given time and until `isEnough`. */
  async function latencies(id: string, forMs: number, isEnough = () => true): Promise<number[]> {
    const samples: number[] = [];
    for (const end = performance.now() + forMs; performance.now() < end || !isEnough(); await pause(20)) {
      const { value, ms } = await timed(() => rest('POST', `/${id}/preview`, {}, neighbors));
      expect(value.status, value.text).toBe(200);
      samples.push(ms);
    }
    return samples.sort((a, b) => a - b);
  }

  async function measureBesideBomber(id: string): Promise<{ calm: number[]; bombed: number[] }> {
    await latencies(id, sized(300, 1000));
    const calm = await latencies(id, sized(1000, 4000));
    const forBoth = [
      text({ subject: smallBombs[2]?.[1] as string }),
      text({ body: `{%# x${'\n'.repeat(150_000)}# %}` }),
    ];
    const stop = new AbortController();
    let stopped = 0;
    const bomber = async () => {
      for (let i = 0; !stop.signal.aborted; i++)
        if ((await rest('POST', '/preview', forBoth[i % forBoth.length])).status === 400) stopped++;
    };
    const bombing = bomber();
    const bombed = await latencies(id, sized(1500, 6000), () => stopped > 0);
    stop.abort();
    await bombing;
    console.log(`neighbor p50/p99 ms: calm ${figures(calm)}, beside a bomber ${figures(bombed)}`);
    return { calm, bombed };
  }

  test('serves all previews of another store, at most three times as slow at p99', async () => {
    const body = '<p>Hi {{ variables.name | default: "you" }}</p>'.repeat(20);
    const made = await rest('POST', '', { name: 'Calm', ...text({ body }) }, neighbors);
    expect(made.status, made.text).toBe(201);
    const most = (calm: number[]) => 3 * quantile(calm, 0.99) + 15;
    const { calm, bombed } = await retryRound(
      () => measureBesideBomber(made.body.id),
      (round) => !isFullSize || quantile(round.bombed, 0.99) < most(round.calm),
    );
    if (isFullSize) expect(quantile(bombed, 0.99)).toBeLessThan(most(calm));
  });
});
