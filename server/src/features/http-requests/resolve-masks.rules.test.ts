import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../test/harness/size.ts';
import { invalid } from '../../kernel/fields.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { maskContent, type RequestContent } from './credentials.rules.ts';
import { type MaskResolution, resolveMasks, resolveVariables } from './resolve-masks.rules.ts';

const MASK = '********';
const stored: RequestContent = {
  name: 'one',
  description: '',
  url: 'https://user:horse-battery1@api.example.com/v1?api_key=staple-correct2&page=1',
  headers: { Authorization: 'Bearer header-secret-3', 'X-Api-Key': 'header-secret-4', Accept: 'text/plain' },
  body: {
    password: 'body-secret-5',
    entries: [
      { id: 'a', token: 'body-secret-6' },
      { id: 'b', token: 'body-secret-7' },
    ],
    note: 'plain',
  },
  testVariables: { login: { token: 'test-secret-8' } },
};
const { masked } = maskContent(stored);
const accepted = <T>(outcome: MaskResolution<T>): T => {
  if ('problems' in outcome) throw invalid(outcome.problems);
  return outcome.resolved;
};
const refusal = (outcome: MaskResolution<unknown>): string =>
  'problems' in outcome ? invalid(outcome.problems).message : '';
const STILL = 'still masked; send the value or {{ secrets.NAME }}';

it('a URL-encoded mask keeps the stored value (contract: HTTP requests 6)', () => {
  const encoded = masked.url.replaceAll('*', '%2A').replace('page=1', 'page=2');
  expect(accepted(resolveMasks({ url: encoded }, stored)).url).toBe(stored.url.replace('page=1', 'page=2'));
  expect(accepted(resolveMasks({ url: 'https://a.example/?q=%2A%2A' }, stored)).url).toBe(
    'https://a.example/?q=%2A%2A',
  );
});

describe('rejects a mask without a stored value (contract: HTTP requests 6)', () => {
  it('in a copy, naming every field that is sent', () => {
    expect(refusal(resolveMasks(masked, null))).toBe(
      ['url', 'headers.Authorization', 'headers.X-Api-Key', 'body.password', 'body.entries[0].token']
        .map((field) => `${field}: ${STILL}`)
        .join('; '),
    );
    expect(refusal(resolveMasks({ testVariables: masked.testVariables }, null))).toBe(
      `testVariables.login.token: ${STILL}`,
    );
    expect(refusal(resolveMasks({ body: JSON.stringify(masked.body) }, null))).toBe(`body: ${STILL}`);
    expect(accepted(resolveMasks({ name: MASK, description: MASK }, null))).toEqual({
      name: MASK,
      description: MASK,
    });
  });

  it.each<[string, Partial<RequestContent>, string]>([
    ['another header', { headers: { 'X-Other': MASK } }, 'headers.X-Other'],
    ['another scheme', { headers: { Authorization: `Token ${MASK}` } }, 'headers.Authorization'],
    ['another name', { body: { secret: MASK } }, 'body.secret'],
    ['another shape', { body: JSON.stringify(masked.body) }, 'body'],
    ['a list for a text', { body: { password: [MASK] } }, 'body.password[0]'],
    ['another host', { url: masked.url.replace('api.', 'evil.') }, 'url'],
    ['another host, encoded', { url: 'https://evil.example.com/?token=%2A%2a%2A%2A%2A%2A%2A%2A' }, 'url'],
    ['a form, encoded', { body: `a=1&token=${'%2A'.repeat(8)}` }, 'body'],
    ['another entry', { body: { entries: [{ id: 'c', token: MASK }] } }, 'body.entries[0].token'],
    ['a variable', { testVariables: { login: { password: MASK } } }, 'testVariables.login.password'],
  ])('at %s', (_, sent, field) => {
    expect(refusal(resolveMasks(sent, stored))).toBe(`${field}: ${STILL}`);
  });

  it('in variables of a test run, where the test variables do not have it', () => {
    expect(accepted(resolveVariables(masked.testVariables, stored))).toEqual(stored.testVariables);
    expect(refusal(resolveVariables({ other: { token: MASK } }, stored))).toBe(
      `variables.other.token: ${STILL}`,
    );
  });

  it('but not a line of asterisks, unless masking made it', () => {
    const line = { body: `${'*'.repeat(20)} NEW ORDER ${'*'.repeat(9)}` };
    expect(accepted(resolveMasks(line, null))).toEqual(line);
    const starred = { ...stored, body: 'use **sk_live_0123456789abcdefghij** here' };
    const read = maskContent(starred).masked.body as string;
    expect(read).toContain('*'.repeat(12));
    expect(accepted(resolveMasks({ body: read }, starred))).toEqual({ body: starred.body });
    expect(refusal(resolveMasks({ body: { moved: read } }, starred))).toBe(`body.moved: ${STILL}`);
  });
});

/** Where each credential may be: path and, for the url, host. Entries are named by their id. */
function placesOf(content: RequestContent): string[] {
  const host = URL.canParse(content.url) ? new URL(content.url).host : content.url;
  const places = [`url ${host} ${content.url}`];
  const visit = (value: Json, path: string): void => {
    if (Array.isArray(value)) {
      for (const item of value)
        visit(item, `${path}[${typeof item === 'object' && item && 'id' in item ? item['id'] : ''}]`);
    } else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) visit(inner, `${path}.${name}`);
    else places.push(`${path} ${value}`);
  };
  const { headers, body, testVariables } = content;
  visit({ headers, body, testVariables }, '');
  return places;
}

const secrets = JSON.stringify(stored).match(/[a-z]+-[a-z]+-?\d/g) as string[];
const homeOf = (secret: string, content: RequestContent) =>
  placesOf(content)
    .filter((place) => place.includes(secret))
    .map((place) => place.slice(0, place.lastIndexOf(' ')).toLowerCase());

type RequestEdit = (content: RequestContent) => RequestContent;
const pick = fc.nat({ max: 1000 });
const at = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
const objectBody = (body: Json): JsonObject =>
  typeof body === 'object' && body && !Array.isArray(body) ? body : {};
const entriesOf = (body: Json) => {
  const { entries } = objectBody(body);
  return Array.isArray(entries) ? entries : [];
};
const withEntries = (content: RequestContent, entries: Json[]): RequestContent => ({
  ...content,
  body: { ...objectBody(content.body), entries },
});
const names = ['Authorization', 'X-Api-Key', 'X-Note', 'Cookie', 'authorization'];
const members = ['password', 'note', 'secret', 'entries', 'key', 'value', 'login'];
/** Any edit of a request between reading it and writing it back. */
const edit: fc.Arbitrary<RequestEdit> = fc.oneof(
  fc.tuple(pick, pick).map<RequestEdit>(([from, to]) => (c) => {
    const value = c.headers[at(Object.keys(c.headers), from)] ?? MASK;
    return { ...c, headers: { ...c.headers, [at(names, to)]: value } };
  }),
  pick.map<RequestEdit>((n) => (c) => {
    const left = Object.entries(c.headers).filter((_, i) => i !== n % 4);
    return { ...c, headers: Object.fromEntries(left) };
  }),
  fc
    .constantFrom('evil.example', 'api.example.com:8443', 'api.example.com', 'api.example.com.evil.example')
    .map<RequestEdit>((host) => (c) => ({ ...c, url: c.url.replace(/@[^/?]*/, `@${host}`) })),
  fc
    .constantFrom('/v2', '?page=2&api_key=', '?note=', '#')
    .map<RequestEdit>((part) => (c) => ({ ...c, url: c.url.replace(/\/v1|\?api_key=|\?page=1/, part) })),
  fc.tuple(pick, pick).map<RequestEdit>(([from, to]) => (c) => {
    const body = objectBody(c.body);
    return { ...c, body: { ...body, [at(members, to)]: body[at(members, from)] ?? MASK } };
  }),
  fc.constant<RequestEdit>((c) => withEntries(c, entriesOf(c.body).toReversed())),
  pick.map<RequestEdit>((n) => (c) => withEntries(c, entriesOf(c.body).toSpliced(n % 3, 1))),
  pick.map<RequestEdit>((n) => (c) => {
    const entries = entriesOf(c.body);
    return entries.length === 0 ? c : withEntries(c, [at(entries, n), ...entries]);
  }),
  fc.tuple(pick, fc.constantFrom('a', 'b', 'c')).map<RequestEdit>(([n, id]) => (c) => {
    const entries = entriesOf(c.body);
    return withEntries(
      c,
      entries.map((item, i) => (i === n % 2 ? { ...objectBody(item), id } : item)),
    );
  }),
  fc.constant<RequestEdit>((c) => ({
    ...c,
    body: typeof c.body === 'string' ? JSON.parse(c.body) : JSON.stringify(c.body),
  })),
  fc.constant<RequestEdit>((c) => ({ ...c, testVariables: { ...c.testVariables, ...objectBody(c.body) } })),
  fc.constant<RequestEdit>((c) => ({ ...c, body: { ...objectBody(c.body), ...c.testVariables } })),
);

describe('read, change anything, write back', () => {
  it('sends no mask to the target and takes no credential elsewhere (contract: HTTP requests 6)', () => {
    let count = 0;
    const asText = { ...stored, body: JSON.stringify(stored.body) };
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(stored, asText),
        (edits, before) => {
          const sent = edits.reduce((content, change) => change(content), maskContent(before).masked);
          const outcome = resolveMasks(sent, before);
          if ('problems' in outcome) {
            expect(refusal(outcome)).toContain(STILL);
            return;
          }
          const after = outcome.resolved;
          count++;
          expect(JSON.stringify(after)).not.toContain(MASK);
          const readable = JSON.stringify(maskContent(after).masked);
          const parsed = (c: RequestContent) =>
            typeof c.body === 'string' ? { ...c, body: JSON.parse(c.body) as Json } : c;
          for (const secret of secrets) {
            expect(readable).not.toContain(secret);
            const home = homeOf(secret, parsed(before));
            for (const place of homeOf(secret, parsed(after))) expect(home).toContain(place);
          }
        },
      ),
      { numRuns: sized(200, 3000) },
    );
    expect(count).toBeGreaterThan(sized(10, 150));
  });
});
