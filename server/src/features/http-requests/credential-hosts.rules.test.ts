import { describe, expect, it } from 'vitest';
import {
  authorityOf,
  credentialsToKeep,
  eraseFromHeldCredentials,
  heldCredentialProblems,
} from './credential-hosts.rules.ts';
import { applyContentChange, emptyContent, type RequestContent } from './credentials.rules.ts';
import { resolveMasks } from './resolve-masks.rules.ts';

const OLD = 'https://old.example.com/orders';
const EVIL = 'https://evil.example/orders';

type Stored = Parameters<typeof credentialsToKeep>[0]['stored'];
const typedAs = (content: Partial<RequestContent>): Stored => ({
  ...emptyContent,
  url: OLD,
  ...content,
  held: [],
});

/** Applies one write after another, as saving does. */
function after(stored: Stored, ...writes: Partial<RequestContent>[]): Stored {
  return writes.reduce<Stored>((before, sent) => {
    const outcome = resolveMasks(sent, before);
    if (!('resolved' in outcome)) throw new Error(JSON.stringify(outcome.problems));
    const next = { ...applyContentChange(before, outcome.resolved), held: before.held };
    return { ...next, ...credentialsToKeep({ sent, stored: before, next }) };
  }, stored);
}
const problems = (content: Stored, usesTestVariables = false) =>
  heldCredentialProblems(content, usesTestVariables).map(
    ({ path, reason }) => `${path.join('.')} ${reason.params['host']}`,
  );

describe('authorityOf', () => {
  it.each([
    ['https://old.example.com', 'https://old.example.com'],
    ['HTTPS://Old.Example.com:443/a?b#c', 'https://old.example.com'],
    ['http://old.example.com:80/', 'http://old.example.com'],
    ['https://old.example.com:8443?x', 'https://old.example.com:8443'],
    ['https://user:pass@old.example.com/', 'https://old.example.com'],
    ['https://old.example.com\\@evil.example/', 'https://old.example.com'],
    ['https:////evil.example/old.example.com', 'https://evil.example'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['https://old.example.com/{{ variables.path }}', 'https://old.example.com'],
    ['https://old.example.com#{% if a %}b{% endif %}', 'https://old.example.com'],
    ['https://{{ variables.host }}/a', 'https://{{ variables.host }}'],
    ['https://{{ variables.host | default: "a/b" }}/c', 'https://{{ variables.host | default: "a/b" }}'],
    ['https://me:x@{{ variables.host }}:8080/a', 'https://{{ variables.host }}:8080'],
    ['https://old.example.com{{ variables.path }}', 'https://old.example.com{{ variables.path }}'],
  ])('%s goes to %s', (url, expected) => {
    expect(authorityOf(url)).toBe(expected);
  });

  it.each([
    [
      'https://{% if variables.eu %}eu.example.com/{% else %}us.example.com/{% endif %}x',
      'https://{% if variables.eu %}eu.example.com/{% else %}evil.example/{% endif %}x',
    ],
    ['https://old.example.com/', 'https://{% comment %}old.example.com/{% endcomment %}evil.example/'],
    ['https://old.example.com/', 'https://{{ "evil.example/" | raw }}@old.example.com/'],
    ['https://old.example.com/', 'https://old.example.com{{ ".evil.example" }}/'],
    ['https://old.example.com/', 'https://old.example.com@evil.example/'],
    ['https://old.example.com/', 'https://old.example.com:8443/'],
    ['https://{{ variables.a }}/x', 'https://{{ variables.b }}/x'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(authorityOf(one)).not.toBe(authorityOf(other));
  });
});

describe('a changed host (contract: HTTP requests 17)', () => {
  const credentials = {
    headers: { 'X-Key': 'header-horse-1', Accept: 'text/plain' },
    body: { password: 'body-horse-2', list: [{ token: 41_526_374 }], note: 'x' },
    testVariables: { customer: { token: 'test-horse-3' } },
  };

  it('holds back kept credentials, wherever they are', () => {
    const moved = after(typedAs(credentials), { url: EVIL });
    const held = ['headers.X-Key', 'body.password', 'body.list.0.token'];
    expect(problems(moved)).toEqual(held.map((field) => `${field} old.example.com`));
    expect(problems(moved, true)).toEqual(
      [...held, 'testVariables'].map((field) => `${field} old.example.com`),
    );
    // Names of members may be personal data.
    expect(JSON.stringify(moved.held)).not.toContain('customer');
  });

  it.each([
    ['https://{{ variables.host }}/?api_key=query-horse', 'https://{{ variables.evil }}/?api_key=********'],
    ['https://me:login-horse@old.example.com/', 'https://me:********@evil.example/'],
    ['https://me:login-horse@old.example.com/', 'http://me:********@old.example.com/'],
  ])('carries over no credential of the URL %s', (url, other) => {
    expect(() => after(typedAs({ url }), { url: other })).toThrow('still_masked');
  });

  it('holds back only what was not sent again', () => {
    const moved = after(typedAs(credentials), { url: EVIL, headers: { 'X-Key': 'header-horse-1' } });
    expect(problems(moved)).toEqual(['body.password old.example.com', 'body.list.0.token old.example.com']);
    const again = after(moved, { body: { password: 'body-horse-2' } });
    expect(problems(again)).toEqual([]);
  });

  it('keeps holding back after other changes and after masks that are sent back', () => {
    const moved = after(
      typedAs(credentials),
      { url: EVIL },
      { description: 'x' },
      { headers: { 'X-Key': '********', 'X-New': 'new-horse-5' } },
      { url: `${EVIL}/2` },
    );
    expect(problems(moved)).toContain('headers.X-Key old.example.com');
    expect(problems(moved).join()).not.toContain('X-New');
  });

  it('releases them when the request returns to the host they were entered for', () => {
    const back = after(typedAs(credentials), { url: EVIL }, { url: 'https://other.example/' }, { url: OLD });
    expect(back.held).toEqual([]);
  });

  it('records the host that each was entered for', () => {
    const moved = after(
      typedAs(credentials),
      { url: 'https://second.example/', headers: { 'X-Key': 'header-horse-1', 'X-Token': 'second-horse-6' } },
      { url: EVIL },
    );
    expect(problems(moved)).toEqual([
      'headers.X-Key second.example',
      'headers.X-Token second.example',
      'body.password old.example.com',
      'body.list.0.token old.example.com',
    ]);
  });

  it('includes dropping encryption, but not adding it', () => {
    const plain = after(typedAs(credentials), { url: OLD.replace('https', 'http') });
    expect(problems(plain)[0]).toBe('headers.X-Key https://old.example.com');
    const stored = typedAs({ ...credentials, url: OLD.replace('https', 'http') });
    expect(after(stored, { url: OLD }).held).toEqual([]);
  });

  it('holds back a credential that only reads differently because the text around it changed', () => {
    const stored = typedAs({ headers: {}, body: 'note=1\ntoken=line-horse-7' });
    const moved = after(stored, { url: EVIL });
    expect(problems(after(moved, { body: `${'x'.repeat(40)}\ntoken=********` }))).toEqual([
      'body old.example.com',
    ]);
  });

  it('holds back one named in the description and used unnamed in the body', () => {
    const stored = typedAs({ description: 'password: spoken-horse-8', body: 'say spoken-horse-8' });
    expect(problems(after(stored, { url: EVIL }))).toEqual(['body old.example.com']);
  });

  it('keeps no erased value, and holds back the rest', () => {
    const moved = after(typedAs(credentials), { url: EVIL });
    expect(eraseFromHeldCredentials(moved.held, (value) => value === 'none')).toEqual(moved.held);
    const held = eraseFromHeldCredentials(moved.held, (value) => value === 'test-horse-3');
    expect(JSON.stringify(held)).not.toContain('horse');
    expect(problems({ ...moved, held })).toEqual(problems(moved));
    expect(problems(after({ ...moved, held }, { description: 'x' }))).toEqual(problems(moved));
  });

  it('remains small and strict for any number of credentials', () => {
    const many = Array.from({ length: 1001 }, (_, i) => ({ token: `${i * i}-many-horse` }));
    const moved = after(typedAs({ body: [...many, { password: 'last-horse-9' }] }), { url: EVIL });
    expect(moved.held).toEqual([
      expect.objectContaining({ values: null, places: expect.objectContaining({ length: 5 }) }),
    ]);
    expect(problems(after(moved, { body: [{ password: '********' }] }))).toEqual([
      'body.0.password old.example.com',
    ]);
  });

  it('remains small and strict for any number of hosts', () => {
    const headers: Record<string, string> = {};
    const writes = Array.from({ length: 25 }, (_, i) => {
      for (const name of Object.keys(headers)) headers[name] = '********';
      headers[`X-Key-${i}`] = `own-horse-${i}`;
      return { url: `https://host-${i}.example/`, headers: { ...headers } };
    });
    const wandered = after(typedAs({}), ...writes);
    expect(wandered.held).toHaveLength(21);
    expect(problems(after(wandered, { url: 'https://host-3.example/' }))).toContain(
      'headers.X-Key-2 host-2.example',
    );
    expect(problems(after(wandered, { url: 'https://host-22.example/' }))).toContain(
      'headers.X-Key-22 host-20.example',
    );
  });
});
