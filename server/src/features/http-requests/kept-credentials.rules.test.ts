import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../test/harness/size.ts';
import { OperationError } from '../../kernel/error.ts';
import type { RunOffloaded } from '../../kernel/offloaded-task.ts';
import type { OpenVault } from '../../kernel/ports.ts';
import { authorityOf, heldCredentialProblems } from './credential-hosts.rules.ts';
import {
  applyRequestChange,
  emptyRequest,
  type PlainRequest,
  type SentFields,
  viewHttpRequest,
} from './http-requests.rules.ts';
import type { HttpRequestContent } from './http-requests.schema.ts';
import { changedRequest, toStored, unsealRequest } from './save-http-request.ts';

const HOME = 'https://old.example.com';
const EVIL = 'https://evil.example';
const KEY = 'typed-horse-4711';
const OTHER = 'second+staple/0815';

const heavy: RunOffloaded = async (task, input) => task.run(structuredClone(input));
const vault = {
  seal: (_place: unknown, plain: string) => Buffer.from(plain),
  open: (_place: unknown, sealed: Buffer) => sealed.toString(),
} as unknown as OpenVault;
const at = new Date(0);

/** A stored request, through the functions that saving uses. */
async function save(plain: PlainRequest) {
  const content = await toStored({ heavy }, vault, 'r', plain);
  return { ...content, id: 'r', revision: 1, createdAt: at, updatedAt: at } as unknown as Stored;
}
type Stored = HttpRequestContent & { id: string; revision: number; createdAt: string; updatedAt: string };
const open = (row: Stored) => unsealRequest(vault, row);
const create = (sent: SentFields) => save(applyRequestChange(emptyRequest, sent));
const write = async (row: Stored, sent: SentFields) => save(await changedRequest({ heavy }, sent, open(row)));
const shown = (row: Stored) => JSON.stringify(viewHttpRequest(row as never, open(row)));

const formsOf = (value: string) => [
  value,
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
];
const holds = (text: unknown, value: string) => {
  const json = JSON.stringify(text);
  return formsOf(value).some((form) => json.includes(form));
};

/** Whether a run or a test would send it. */
function isSent(plain: PlainRequest, value: string) {
  const { url, headers, body, testVariables } = plain;
  const inStep = heldCredentialProblems(plain, false).length === 0 && holds([url, headers, body], value);
  const inTest =
    heldCredentialProblems(plain, true).length === 0 && holds([url, headers, body, testVariables], value);
  return inStep || inTest;
}

describe('a credential in two places, only one of which names it (contract: HTTP requests 6; HTTP requests 17)', () => {
  const inUrl = { url: `${HOME}/hook/${KEY}`, headers: { 'X-Api-Key': KEY } };
  const inBody = { url: `${HOME}/`, headers: { 'X-Api-Key': KEY }, body: { a: KEY } };

  it.each<[string, SentFields, SentFields[]]>([
    ['header', inUrl, [{ headers: {} }]],
    ['header, by another value', inUrl, [{ headers: { 'X-Api-Key': 'x' } }]],
    ['header, by another name', inUrl, [{ headers: { 'X-Note': 'x' } }]],
    ['member', { ...inUrl, headers: {}, body: { password: KEY } }, [{ body: null }]],
    ['member, by a text', { ...inUrl, headers: {}, body: { password: KEY } }, [{ body: 'x' }]],
    ['variable', { ...inUrl, headers: {}, testVariables: { token: KEY } }, [{ testVariables: {} }]],
    ['description', { ...inUrl, headers: {}, description: `password: ${KEY}` }, [{ description: '' }]],
    ['name', { ...inUrl, headers: {}, name: `password: ${KEY}` }, [{ name: 'x' }]],
    ['url', { url: `${HOME}/?api_key=${KEY}`, body: { a: KEY } }, [{ url: `${HOME}/` }]],
    ['both of two', { ...inUrl, body: { password: KEY } }, [{ headers: {} }, { body: null }]],
    [
      'and more others than one search looks for',
      { url: `${HOME}/`, body: { password: KEY, note: `see ${KEY}` } },
      [{ headers: { Cookie: Array.from({ length: 300 }, (_, i) => `c${i}=${i}-crowd-${i}`).join('; ') } }],
    ],
  ])('remains masked without that %s', async (_place, made, writes) => {
    let row = await create(made);
    expect(shown(row)).not.toContain(KEY);
    for (const sent of [...writes, { description: 'y' }, { timeoutMs: 2000 }]) {
      row = await write(row, sent);
      expect(shown(row)).not.toContain(KEY);
    }
    expect(holds(open(row), KEY)).toBe(true);
  });

  it('is held back when the same write changes the host', async () => {
    const row = await write(await create(inBody), { headers: {}, url: `${EVIL}/` });
    expect(viewHttpRequest(row as never, open(row)).warnings).toEqual([
      'body.a: set for old.example.com, so it is not sent; set it again, or confirm it in the app',
    ]);
  });

  it('is still held back when what named it is removed later', async () => {
    const moved = await write(await create(inBody), { url: `${EVIL}/` });
    const row = await write(await write(moved, { headers: {} }), { description: 'x' });
    expect(heldCredentialProblems(open(row), false).map(({ path }) => path)).toEqual([['body', 'a']]);
  });

  it('is named with the host it was entered for, not with one that a mask leaves behind', async () => {
    const odd = await write(await create(inBody), { url: `${HOME}\\@evil.example/` });
    const moved = await write(odd, { url: `${EVIL}/` });
    expect(open(moved).held.map(({ host }) => host)).toEqual(['old.example.com']);
  });

  it('is dropped when its place is sent again or removed', async () => {
    const variables = { testVariables: { token: OTHER } };
    const moved = await write(await create({ ...inBody, ...variables }), { url: `${EVIL}/`, headers: {} });
    for (const others of [{}, { testVariables: { token: '********' } }]) {
      const again = await write(moved, { body: { a: KEY }, ...others });
      expect(heldCredentialProblems(open(again), false)).toEqual([]);
    }
    const gone = await write(moved, { body: { a: 'x' } });
    expect(JSON.stringify(open(gone))).not.toContain(KEY);
    expect(heldCredentialProblems(open(gone), false)).toEqual([]);
  });

  it('remains masked when its mask is sent back, even written as %2A', async () => {
    const row = await write(await create(inUrl), { headers: {} });
    for (const mask of ['********', '%2A'.repeat(8)]) {
      const again = await write(row, { url: `${HOME}/hook/${mask}` });
      expect(open(again).url).toBe(inUrl.url);
      expect(shown(again)).not.toContain(KEY);
      await expect(write(row, { url: `${EVIL}/hook/${mask}` })).rejects.toThrow('url: still masked');
    }
  });

  it('does not appear in the host that warnings name', async () => {
    const url = `https://{% if variables.eu %}eu{% endif %}.example.com/h/${KEY}`;
    const made = await create({ url, headers: { 'X-Api-Key': KEY } });
    for (const sent of [{ url: `${EVIL}/` }, { url: `${EVIL}/`, body: 'x' }]) {
      const row = await write(made, sent);
      expect(viewHttpRequest(row as never, open(row)).warnings).toHaveLength(1);
      expect(shown(row)).not.toContain(KEY);
    }
  });
});

/** Where a credential may occur: in a place that names it, and next to that in places that do not. */
const named = fc.constantFrom<(value: string) => SentFields>(
  (v) => ({ headers: { 'X-Api-Key': v } }),
  (v) => ({ headers: { Authorization: `Bearer ${v}`, Accept: 'text/plain' } }),
  (v) => ({ url: `${HOME}/?api_key=${encodeURIComponent(v)}&page=1` }),
  (v) => ({ url: `https://me:${encodeURIComponent(v)}@old.example.com/` }),
  (v) => ({ body: { password: v, note: 'x' } }),
  (v) => ({ body: `{"password": ${JSON.stringify(v)}}` }),
  (v) => ({ body: `a=1&token=${encodeURIComponent(v)}` }),
  (v) => ({ testVariables: { login: { token: v } } }),
  (v) => ({ description: `password: ${v}` }),
);
const unnamed = fc.constantFrom<(value: string) => SentFields>(
  (v) => ({ headers: { 'X-Note': `of ${v}` } }),
  (v) => ({ headers: { 'X-Note': Buffer.from(v).toString('base64') } }),
  (v) => ({ url: `${HOME}/hook/${encodeURIComponent(v)}` }),
  (v) => ({ url: `https://{% if variables.a %}b{% endif %}.example.com/${encodeURIComponent(v)}` }),
  (v) => ({ body: { a: v, list: ['x', `y ${v}`] } }),
  (v) => ({ body: `say ${v}` }),
  (v) => ({ testVariables: { a: v } }),
  (v) => ({ description: `about ${v}` }),
);
const request = fc
  .tuple(named, fc.array(unnamed, { minLength: 1, maxLength: 3 }), fc.option(named))
  .map(([name, others, second]) => ({
    url: `${HOME}/`,
    ...(second?.(OTHER) ?? {}),
    ...Object.assign({}, ...others.map((put) => put(KEY))),
    ...name(KEY),
  }));

type Step = { sent: (read: SentFields) => SentFields } | { restore: number };
const patch = (sent: SentFields): Step => ({ sent: () => sent });
/** Anything that someone who can read the request but does not know the credential may send. */
const foreign: fc.Arbitrary<Step> = fc.oneof(
  fc
    .constantFrom<SentFields>(
      { headers: {} },
      { body: null },
      { testVariables: {} },
      { description: '' },
      { name: '' },
    )
    .map(patch),
  fc
    .constantFrom(
      `${EVIL}/`,
      `${EVIL}/{{ variables.a }}{{ variables.login.token }}`,
      `${HOME}/x`,
      'http://old.example.com/',
      'https://{{ variables.host }}/',
      'https://{% if true %}evil.example{% endif %}/',
    )
    .map((url) => patch({ url })),
  fc
    .constantFrom<SentFields>(
      { headers: { 'X-Api-Key': 'x' } },
      { headers: { 'X-Echo': '{{ variables.a }}', 'X-Other': 'own-value-99' } },
      { headers: { Cookie: Array.from({ length: 257 }, (_, i) => `c${i}=${i}-crowd-${i}`).join('; ') } },
      { body: { password: 'own-value-77', a: 'b' } },
      { body: 'say nothing' },
      { testVariables: { token: 'own-value-55' } },
      { description: 'password: own-value-33' },
      { timeoutMs: 2000 },
    )
    .map(patch),
  // Masks sent back, in place or elsewhere.
  fc
    .constantFrom<(read: SentFields) => SentFields>(
      ({ url = '' }) => ({ url }),
      ({ url = '' }) => ({ url: url.replaceAll('*', '%2A') }),
      ({ body = null }) => ({ body }),
      ({ testVariables = {} }) => ({ testVariables }),
      ({ url = '' }) => ({ url: url.replace(/^https?:\/\/[^/]*/, EVIL) }),
      ({ headers = {} }) => ({ headers }),
      ({ headers = {} }) => ({ headers: { 'X-Plain': Object.values(headers)[0] ?? '' } }),
      ({ body = null }) => ({ body, headers: {} }),
      ({ headers = {} }) => ({ body: Object.values(headers)[0] ?? null, headers: {} }),
      ({ body = null }) => ({ body: typeof body === 'string' ? { text: body } : JSON.stringify(body) }),
      ({ body = null }) => ({ body, url: `${EVIL}/`, headers: {} }),
      ({ testVariables = {} }) => ({ testVariables, url: `${EVIL}/` }),
      ({ description = '', body = null }) => ({ description: `${description} ${JSON.stringify(body)}` }),
      ({ headers = {}, url = '', body = null }) => ({ headers, url, body, description: '' }),
    )
    .map((sent): Step => ({ sent })),
  // Someone restores an earlier version in the app.
  fc.nat({ max: 6 }).map((restore): Step => ({ restore })),
);

const RUNS = sized(200, 10_000);

describe('any sequence of writes by someone who does not know the credential', () => {
  it(
    'reveal it in no response and send it to no other host (contract: HTTP requests 6; HTTP requests 17)',
    async () => {
      let moved = 0;
      await fc.assert(
        fc.asyncProperty(request, fc.array(foreign, { minLength: 1, maxLength: 6 }), async (made, steps) => {
          const versions = [await create(made)];
          const readable = [KEY, OTHER].filter((value) => holds(shown(versions[0] as Stored), value));
          expect(readable).toEqual([]);
          const home = authorityOf(open(versions[0] as Stored).url);
          for (const step of steps) {
            const row = versions.at(-1) as Stored;
            let next: Stored;
            if ('restore' in step)
              next = await save(open(versions[step.restore % versions.length] as Stored));
            else {
              const { name, description, url, headers, body, testVariables } = row;
              const sent = step.sent({ name, description, url, headers, body, testVariables });
              try {
                next = await write(row, sent);
              } catch (error) {
                if (!(error instanceof OperationError)) throw error;
                // Only a mask, or a text that became invalid JSON, is rejected.
                if (!JSON.stringify(sent).includes('***')) expect(error.message).toContain('JSON');
                continue;
              }
            }
            versions.push(next);
            const plain = open(next);
            for (const value of [KEY, OTHER]) {
              expect(holds(viewHttpRequest(next as never, plain), value), shown(next)).toBe(false);
              if (authorityOf(plain.url) !== home) {
                if (holds(plain, value)) moved++;
                expect(isSent(plain, value), JSON.stringify(plain)).toBe(false);
              }
            }
          }
        }),
        { numRuns: RUNS },
      );
      expect(moved).toBeGreaterThan(RUNS / 20);
    },
    sized(120_000, 1_200_000),
  );
});
