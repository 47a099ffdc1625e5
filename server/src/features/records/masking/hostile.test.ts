import { describe, expect, it } from 'vitest';
import { sampled, sized } from '../../../../test/harness/size.ts';
import type { Json } from '../../../kernel/json.ts';
import { maskContent, restoreMasked } from '../../http-requests/credentials.rules.ts';
import { maskText, maskTree } from './tree.rules.ts';

const LONG = sized(500_000, 1_000_000);
const fill = (unit: string, size = LONG / 4) => unit.repeat(Math.ceil(size / unit.length));
/** Anything quadratic takes minutes; linear code passes on a busy machine too. */
const QUARTER_LIMIT_MS = 200;
const LIMIT_MS = 800;

const texts: Record<string, string> = Object.fromEntries(
  [
    ...[
      'a',
      'A',
      '0',
      ' ',
      '\n',
      '\\',
      '"',
      '{',
      '[',
      '{"',
      '{{',
      '{%',
      '{{ {% %}',
      '}}',
      '{{ "',
      "{{ x | y: '",
    ],
    ...[
      '=',
      '&',
      'a&',
      'a=',
      'token=',
      'token=a&',
      'token: ',
      '"token":',
      '"token":"a",',
      '\\"token\\":\\"a',
      '?',
      '?a',
      '?token=a',
    ],
    ...[
      '://',
      'http://',
      'a://b@',
      '@',
      ':',
      ';',
      '/',
      '//',
      '.',
      '-',
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN ',
    ],
    ...[
      'eyJ',
      'eyJaaaaaaaa-',
      'eyJaaaaaaaa.',
      'SG.',
      'SG.aaaaaaaaaaaaaaaa.',
      'sk-',
      'sk_live_',
      'xoxb-',
      'data:image/',
      'pat-eu1-',
    ],
    ...[
      '<',
      '<a',
      '<a ',
      '<token>',
      '<token a',
      'Basic ',
      'Bearer ',
      'Basic aaaaaa',
      'aB3',
      'aB3-',
      'aB3/',
      '*',
      '********',
      '\ue000',
    ],
    ...[
      '0193a1f2-7c3b-7d4e-9f50-61728394a5b6',
      '0193a1f2-',
      'hooks.slack.com/services/',
      '%',
      '%41',
      '\u2028',
      'é',
      '😀',
    ],
  ].flatMap((unit, index) =>
    sampled(
      [
        [`of ${JSON.stringify(unit)}`, fill(unit)],
        [`of ${JSON.stringify(unit)} in braces`, `{${fill(unit)}}`],
        [`of ${JSON.stringify(unit)} after a name`, `a=${fill(unit)}`],
      ],
      3,
      index,
    ),
  ),
);

/** CPU time, not wall-clock time, which a busy machine would distort. */
function milliseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The first run may include compilation, so later runs count. */
function isSwift(work: () => unknown, limit: number): boolean {
  for (let tries = 0; tries < 5; tries++) if (milliseconds(work) < limit) return true;
  return false;
}

describe('text of some length', () => {
  it(`of any repeated string is masked within ${QUARTER_LIMIT_MS} ms`, () => {
    const slow = Object.entries(texts).filter(([, text]) => !isSwift(() => maskText(text), QUARTER_LIMIT_MS));
    expect(slow.map(([what]) => what)).toEqual([]);
  }, 120_000);
});

describe('long text', () => {
  it.each(['token=a&', '"token":"a",', '"', '?token=a', 'a://b@', '{{ x }}', 'aB3/', 'eyJaaaaaaaa-'])(
    `of %s is masked within ${LIMIT_MS} ms`,
    (unit) => {
      const text = `{${fill(unit, LONG)}}`;
      expect(isSwift(() => maskText(text), LIMIT_MS)).toBe(true);
    },
  );

  const bodies: Record<string, () => Json> = {
    'many members': () =>
      Object.fromEntries(Array.from({ length: LONG / 25 }, (_, i) => [`token${i}`, `v${i}-abcdefgh`])),
    'many credentials alike': () =>
      Array.from({ length: LONG / 50 }, (_, i) => ({ token: `${'a'.repeat(40)}${i}` })),
    'known value nearly everywhere': () => ({ token: `${'a'.repeat(500)}b1`, text: 'a'.repeat(LONG) }),
    'prefixes of each other': () => ({
      tokens: Array.from({ length: sized(600, 900) }, (_, i) => `${'a'.repeat(i + 8)}1`),
      text: 'a'.repeat(LONG / 2),
    }),
    'long name above many values': () => ({
      ['k'.repeat(LONG / 2)]: Array.from({ length: LONG / 20 }, (_, i) => i),
    }),
  };
  it.each(Object.entries(bodies))(`of %s is masked within ${LIMIT_MS} ms`, (_, make) => {
    const body = make();
    const text = JSON.stringify(body);
    expect(isSwift(() => maskTree(body), LIMIT_MS)).toBe(true);
    expect(isSwift(() => maskText(text), LIMIT_MS)).toBe(true);
  });

  it.each(Object.entries(bodies))(
    'of %s is restored within four times that, as a tree and as text',
    (_, make) => {
      for (const body of [make(), JSON.stringify(make())]) {
        const stored = {
          name: '',
          description: '',
          url: 'https://h.example',
          headers: {},
          body,
          testVariables: {},
        };
        const { masked } = maskContent(stored);
        const edited = typeof masked.body === 'string' ? masked.body.replace('a', 'A') : { x: masked.body };
        expect(isSwift(() => restoreMasked({ body: edited }, stored), 4 * LIMIT_MS)).toBe(true);
      }
    },
  );
});

describe('depth', () => {
  it('of 64 levels is masked and restored, in a tree and in text', () => {
    let body: Json = { password: 'hunter2x' };
    for (let i = 0; i < 31; i++) body = { a: [body] };
    for (const deep of [body, JSON.stringify(body)]) {
      const stored = {
        name: '',
        description: '',
        url: 'https://h.example',
        headers: {},
        body: deep,
        testVariables: {},
      };
      const { masked } = maskContent(stored);
      expect(JSON.stringify(masked)).not.toContain('hunter2x');
      expect(restoreMasked({ body: masked.body }, stored)).toEqual({ body: deep });
    }
  });
});
