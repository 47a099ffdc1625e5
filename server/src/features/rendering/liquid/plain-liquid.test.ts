import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { LiquidEscape } from '../../../kernel/ports.ts';
import { checkLiquid } from './check-liquid.rules.ts';
import { preparePlain } from './plain-liquid.rules.ts';
import { plainPiecesOf } from './plain-pieces.rules.ts';
import { LiquidJob, type RenderedLiquid } from './render-liquid.rules.ts';

const escapes: readonly LiquidEscape[] = [
  ...(['none', 'html', 'text', 'json', 'json-if-begun', 'json-string', 'url'] as const),
];
const placeholders = {
  mail_footer: { html: '<p>"bye" & </p>', text: '"bye" &' },
  blank_text: { html: '', text: '' },
};
const secretLengths = { TOKEN: 12, EMPTY: 0 };

const byEngine = (text: string, escaping: LiquidEscape, variables: JsonObject): RenderedLiquid =>
  new LiquidJob({
    variables: JSON.parse(JSON.stringify(variables)),
    secretLengths,
    placeholders,
    locale: 'en',
  }).render(text, escaping);

function byUs(text: string, escaping: LiquidEscape, variables: JsonObject, left = 64 * 1024) {
  const pieces = checkLiquid(text) === null ? plainPiecesOf(text) : null;
  return (
    pieces &&
    preparePlain(text, pieces)?.(escaping, { variables, placeholders, budget: { left, secretLengths } })
  );
}

/** Names with a special meaning to objects, lists, the engine or us. */
const names = [
  ...[
    'a',
    'b',
    'name',
    'first-name',
    '_x',
    'a1',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'then',
  ],
  ...[
    'toLiquid',
    'length',
    'size',
    'first',
    'last',
    'secrets',
    'variables',
    'true',
    'nil',
    'empty',
    'toJSON',
  ],
];
const name = fc.constantFrom(...names);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('.'));
const plainTag = fc.oneof(
  { weight: 8, arbitrary: path.map((written) => `{{ variables.${written} }}`) },
  { weight: 1, arbitrary: path.map((written) => `{{variables.${written}}}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('{{ secrets.TOKEN }}', '{{ secrets.EMPTY }}', '{{ secrets.GONE }}'),
  },
  { weight: 1, arbitrary: fc.constantFrom('{{ mail_footer }}', '{{ blank_text }}', '{{ gone }}') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('mail_footer', 'blank_text', 'gone', 'variables'), path)
      .map(([when, written]) => `{% if ${when} %}"{{ variables.${written} }}{{ mail_footer }}{% endif %}`),
  },
);
const otherTag = fc.oneof(
  path.map((written) => `{{- variables.${written} -}}`),
  path.map((written) => `{{ variables.${written}-}}`),
  path.map((written) => `{{ variables.${written} | json }}`),
  path.map((written) => `{{ variables["${written}"] }}`),
  path.map((written) => `{{ ${written} }}`),
  fc.constantFrom(
    '{{ true }}',
    '{{ 1 }}',
    '{{ "x" }}',
    '{% raw %}{{ variables.a }}{% endraw %}',
    '{%- # x -%}',
  ),
  fc.constantFrom(
    '{{ variables }}',
    '{{ variables.a[0] }}',
    '{{\nvariables.a\n}}',
    '{{ a b }}',
    '{{',
    '{% endif %}',
  ),
);
const words = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '"',
    '\\',
    '{"a": "',
    '"}',
    '[',
    '{',
    '}}',
    'https://',
    '@',
    '?q=',
    '\u2028',
    '\ud800',
    '😀 é',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const textFrom = (tag: fc.Arbitrary<string>) =>
  fc.array(fc.oneof(words, tag), { maxLength: 8 }).map((parts) => parts.join(''));

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '</p>', '\0', '\ud800', '{{ secrets.TOKEN }}'),
    ),
    fc.oneof(fc.double(), fc.constantFrom(0, -0, 1e21, 5e-324)).filter(Number.isFinite),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    fc.constantFrom('x'.repeat(9000), Array(300).fill([]), Array(40).fill(7)),
  ),
})).value;
const variables = fc.dictionary(name, value, { maxKeys: 8 }) as fc.Arbitrary<JsonObject>;

describe('plain text is rendered as the engine renders it', () => {
  it('in every format, with any value, and with the same missing values', () => {
    let ours = 0;
    const all = fc.property(
      textFrom(plainTag),
      fc.constantFrom(...escapes),
      variables,
      (text, escaping, values) => {
        const rendered = byUs(text, escaping, values);
        if (!rendered) return;
        ours++;
        expect(rendered).toEqual(byEngine(text, escaping, values));
      },
    );
    fc.assert(all, { numRuns: sized(3000, 60_000) });
    expect(ours).toBeGreaterThan(sized(3000, 60_000) / 4);
  });

  it('matches the engine even if Liquid only looks plain', () => {
    const all = fc.property(
      textFrom(fc.oneof(plainTag, otherTag)),
      fc.constantFrom(...escapes),
      variables,
      (text, escaping, values) => {
        const rendered = byUs(text, escaping, values);
        if (rendered) expect(rendered).toEqual(byEngine(text, escaping, values));
      },
    );
    fc.assert(all, { numRuns: sized(3000, 60_000) });
  });

  it.each([
    ['{{ variables.order.id }}', '1001', []],
    [
      '{{ variables.order.gone }}{{ variables.no.body }}{{ variables.order.gone }}',
      '',
      ['variables.order.gone', 'variables.no.body'],
    ],
    ['{{ variables.none.x }}', '', []],
    ['{{ variables.order.lines }}', '[object Object]2', []],
    ['{% if mail_footer %}{{ mail_footer }}{% endif %}', '"bye" &', []],
    ['{% if gone %}{{ variables.gone }}{% endif %}', '', []],
  ])('%s', (text, written, missing) => {
    const values = { order: { id: 1001, lines: [{ sku: 'A' }, [2, null]] }, none: null };
    expect(byUs(text, 'text', values)).toEqual({ pieces: [written], encodings: [], isJson: false, missing });
    expect(byEngine(text, 'text', values)).toMatchObject({ pieces: [written], missing });
  });
});

describe('left to the engine', () => {
  it.each([
    ['a filter', '{{ variables.a | upcase }}', {}],
    ['white space that is trimmed', '{{ variables.a -}} x', {}],
    ['a member that the engine makes up', '{{ variables.a.size }}', { a: [1] }],
    ['what is in a list or a text', '{{ variables.a.length }}', { a: 'abc' }],
    ['a secret that cannot be used', '{{ secrets.EMPTY }}', {}],
    ['another tag', '{% if variables.a %}x{% endif %}', { a: 1 }],
    ['a condition in another', '{% if mail_footer %}{% if mail_footer %}x{% endif %}{% endif %}', {}],
    ['a text that is long', `${'x'.repeat(64 * 1024)}{{ variables.a }}`, {}],
    ['a text with many tags', '{{ variables.a }}'.repeat(101), {}],
    ['a long value', '{{ variables.a }}', { a: 'x'.repeat(9000) }],
    ['a large list', '{{ variables.a }}', { a: Array(200).fill([]) }],
    ['a deep list', '{{ variables.a }}', { a: JSON.parse('['.repeat(100) + ']'.repeat(100)) }],
    ['an object that does not render', '{{ variables.a }}', { a: { toString: 'x', valueOf: 1 } }],
  ] as [string, string, JsonObject][])('%s', (_, text, values) => {
    expect(byUs(text, 'none', values)).toBeNull();
  });

  it('values that are not valid JSON', () => {
    class Order {
      get id() {
        return 'made up';
      }
    }
    const order = Object.defineProperty({}, 'toJSON', { value: () => ({ id: 'another' }) });
    for (const hostile of [new Order(), order, new Map([['id', 1]]), new Proxy([], {})])
      expect(byUs('{{ variables.order.id }}', 'none', { order: hostile } as never)).toBeNull();
    for (const hostile of [Number.NaN, 1n, Symbol('x'), () => 'x'])
      expect(byUs('{{ variables.id }}', 'none', { id: hostile } as never)).toBeNull();
  });

  it('output beyond the budget of the job, which then remains available to other texts', () => {
    const budget = { left: 100, secretLengths };
    const inputs = { variables: { a: 'x'.repeat(90), b: 'y' }, placeholders, budget };
    const prepare = (text: string) => preparePlain(text, plainPiecesOf(text) ?? []);
    expect(prepare('{{ variables.a }}')?.('none', inputs)).toBeNull();
    expect(budget.left).toBe(100);
    expect(prepare('{{ variables.b }}')?.('none', inputs)).toMatchObject({ pieces: ['y'] });
    expect(budget.left).toBeLessThan(100);
  });
});

describe('invalid pieces from a process', () => {
  it.each([
    ['of another text', 'a {{ variables.b }}', ['a ', '{{ variables.c }}', '']],
    ['with a tag among the words', '{{ variables.a | json }}', ['{{ variables.a | json }}']],
    ['with words as a tag', 'abc', ['a', 'b', 'c']],
    ['with a path that we do not take', '{{ variables.a.size }}', ['', '{{ variables.a.size }}', '']],
    ['with an end alone', 'x{% endif %}', ['x', '{% endif %}', '']],
    ['with a condition left open', '{% if mail_footer %}x', ['', '{% if mail_footer %}', 'x']],
    ['none', '{{ variables.a }}', []],
  ])('are not handled directly: %s', (_, text, pieces) => {
    expect(preparePlain(text, pieces)).toBeNull();
  });
});
