import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderPool } from '../src/adapters/child-processes/render-pool.ts';
import type { JsonObject } from '../src/kernel/json.ts';
import type { LiquidEscape } from '../src/kernel/ports.ts';
import { renderChild } from './harness/child-entries.ts';
import { sized } from './harness/size.ts';

const pool = createRenderPool({ childEntry: renderChild, cpuMs: 60_000, maxWaitMs: 60_000 });
beforeAll(() => pool.ready());
afterAll(() => pool.close());

/** Texts rendered in one job, as they are sent. */
async function wires(
  texts: readonly string[],
  format: LiquidEscape,
  variables: JsonObject,
  secrets: Record<string, string> = {},
): Promise<string[]> {
  const job = { texts: texts.map((text) => ({ path: ['body'], text })), variables, secrets, escape: format };
  const outcome = await pool.render('store', job);
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.texts.map(({ wire }) => wire);
}

const odd = 'a "b" \\ &?#=/+%20 \n<ü>\u2028';
const variables = { v: odd, n: 7, o: { k: odd }, list: ['x"', '&'], none: null };

describe('JSON (contract: HTTP requests 4)', () => {
  it.each<[string, unknown]>([
    ['{"a": "{{ variables.v }}"}', { a: odd }],
    ['{"a": "x {{ variables.v }} y"}', { a: `x ${odd} y` }],
    ['{"{{ variables.v }}": 1}', { [odd]: 1 }],
    ['{"a": {{ variables.v | json }}}', { a: odd }],
    ['{"a": {{ variables.o | json }}, "n": {{ variables.n }}}', { a: { k: odd }, n: 7 }],
    ['{"a": {{ variables.gone | json }}}', { a: null }],
    // No text is escaped twice.
    ['{"a": "{{ variables.v | json }}", "n": "{{ variables.n | json }}"}', { a: odd, n: '7' }],
    ['{"a": "{{ variables.gone | json }}"}', { a: '' }],
    ['{"a": "{{ variables.o | json }}"}', { a: JSON.stringify({ k: odd }) }],
    ['{"a": "{\\"k\\": {{ variables.v | json }}}"}', { a: `{"k": ${JSON.stringify(odd)}}` }],
    [
      '{"a": "{{ variables.v | escape | raw }}"}',
      { a: odd.replace(/[&<>"]/g, (c) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': '#34' }[c]};`) },
    ],
    ['{% assign j = variables.v | json %}{"a": {{ j }}, "b": "{{ j }}"}', { a: odd, b: odd }],
    ['{% capture c %}{{ variables.v }}!{% endcapture %}{"a": "{{ c }}"}', { a: `${odd}!` }],
    ['{% capture c %}{"k": "{{ variables.v }}"}{% endcapture %}{"a": {{ c }}}', { a: { k: odd } }],
    ['{% capture c %}say "{{ variables.v }}"{% endcapture %}{"a": "{{ c }}"}', { a: `say "${odd}"` }],
    ['["{% echo variables.v %}", {% echo variables.v | json %}]', [odd, odd]],
    ['["{% cycle variables.v, "b" %}"]', [odd]],
    [
      '[{% for i in variables.list %}"{{ i }}"{% unless forloop.last %},{% endunless %}{% endfor %}]',
      ['x"', '&'],
    ],
    ['["{{ variables.list | join: ", " }}"]', ['x", &']],
    ['["C:\\{{ variables.v }}"]', [`C:\\${odd}`]],
    ['["{% raw %}{{ x }}{% endraw %}\\u0041\\"{{ variables.n }}"]', ['{{ x }}A"7']],
    ['["{{ secrets.S }}", "x\\{{ secrets.S }}"]', [odd, `x\\${odd}`]],
  ])('%s', async (text, expected) => {
    const [wire = ''] = await wires([text], 'json', variables, { S: odd });
    expect(JSON.parse(wire)).toEqual(expected);
    const [begun] = await wires([text], 'json-if-begun', variables, { S: odd });
    expect(begun).toBe(wire);
  });

  it('counts as JSON without a declared type if its author starts it with a bracket', async () => {
    const plain = [
      'Hello "{{ variables.v }}"',
      '{{ variables.v }}{"a": "{{ variables.v }}"}',
      '{{ variables.v }}',
    ];
    expect(await wires(plain, 'json-if-begun', { v: '["' })).toEqual(['Hello "[""', '["{"a": "[""}', '["']);
    expect(
      await wires(['{% if variables.v %} ["{{ variables.v }}"]{% endif %}'], 'json-if-begun', { v: '"' }),
    ).toEqual([' ["\\""]']);
  });

  it('a string in a JSON value renders as in the same JSON written as text', async () => {
    const strings = [
      '{{ variables.v }}',
      'x {{ variables.v | json }}',
      '{{ variables.v | json }}',
      '{{ variables.o | json }}',
      '{{ secrets.S }}',
    ];
    const [whole = ''] = await wires(
      [`[${strings.map((text) => `"${text}"`).join(', ')}]`],
      'json',
      variables,
      { S: odd },
    );
    expect(JSON.parse(whole)).toEqual(await wires(strings, 'json-string', variables, { S: odd }));
  });
});

describe('urls (contract: HTTP requests 4)', () => {
  const encoded = encodeURIComponent(odd);
  it.each<[string, string]>([
    [
      'https://h.example/{{ variables.v }}/x?a={{ variables.v }}&b=1',
      `https://h.example/${encoded}/x?a=${encoded}&b=1`,
    ],
    ['https://h.example/?{{ variables.v }}=1#{{ variables.n }}', `https://h.example/?${encoded}=1#7`],
    [
      'https://h.example/?a={{ variables.v | url_encode }}',
      `https://h.example/?a=${encoded.replaceAll('%20', '+')}`,
    ],
    [
      '{% assign q = variables.v | url_encode %}https://h.example/?a={{ q }}',
      `https://h.example/?a=${encoded.replaceAll('%20', '+')}`,
    ],
    ['https://h.example/?a={{ variables.list | last | uri_escape }}', 'https://h.example/?a=%26'],
    ['https://h.example/{{ variables.p | raw }}', 'https://h.example/a/b?c=d'],
    [
      'https://h.example/?{% capture q %}a={{ variables.v }}&b=1{% endcapture %}{{ q | raw }}',
      `https://h.example/?a=${encoded}&b=1`,
    ],
    ['https://h.example/?q={% capture q %}a&b{% endcapture %}{{ q }}', 'https://h.example/?q=a%26b'],
    ['https://{{ variables.p }}/x?y={{ variables.p }}', 'https://a/b?c=d/x?y=a%2Fb%3Fc%3Dd'],
    ['https://{{ secrets.S }}.example/{{ secrets.S }}', `https://s&t.example/s%26t`],
    ['https://{{ secrets.S }}:{{ variables.p }}@h.example/', 'https://s%26t:a%2Fb%3Fc%3Dd@h.example/'],
    ['https://h.example/{% echo variables.p %}', 'https://h.example/a%2Fb%3Fc%3Dd'],
  ])('%s', async (text, expected) => {
    expect(await wires([text], 'url', { ...variables, p: 'a/b?c=d' }, { S: 's&t' })).toEqual([expected]);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '"',
        '\\',
        ',',
        '":1,"',
        '}',
        ']',
        '&',
        '=',
        '?',
        '/',
        '#',
        '%',
        '\n',
        '{{',
        'é',
        '\ud800',
        'x',
      ),
    )
    .map((signs) => signs.join('')),
);

describe('any value', () => {
  const documents = [
    '{"a": "{{ variables.v }}", "b": [1, "{{ variables.v }}"]}',
    '{"a": "x{{ variables.v }}{{ variables.v }}", "{{ variables.v }}k": {{ variables.v | json }}}',
    '{"a": "\\{{ variables.v }}", "b": "{{ variables.v | json }}", "c": "-{{ variables.v | json }}"}',
    '{"a": "{{ secrets.S }}", "b": "\\\\{{ secrets.S }}", "c": "{{ variables.v | upcase }}"}',
    '{% capture c %}{"d": "{{ variables.v }}"}{% endcapture %}{"a": {{ c }}, "b": "{{ c }}"}',
    '{"a": "{% cycle variables.v, "y" %}{% echo variables.v %}", "b": "{{ variables.v | append: variables.v }}"}',
  ];
  const addresses = [
    'https://h.example/a/{{ variables.v }}x/b?c={{ variables.v }}&d={{ secrets.S }}#e',
    'https://u:{{ secrets.S }}@h.example/?{{ variables.v }}=1&b={{ variables.v | url_encode }}',
    'https://h.example/x{{ variables.v | upcase }}?c={% echo variables.v %}&d=1',
  ];
  /** The value's nesting, member counts and types, without its names and texts. */
  const shapeOf = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shapeOf)
      : value !== null && typeof value === 'object'
        ? Object.values(value).map(shapeOf)
        : typeof value;
  const partsOf = (text: string) => {
    const { host, pathname, searchParams, hash } = new URL(text);
    return [host, pathname.split('/').length, searchParams.size, hash];
  };

  it('adds no member to JSON and no parameter to a url, secrets included (contract: HTTP requests 4)', async () => {
    const harmless = { v: 'v' };
    const shapes = (await wires(documents, 'json', harmless, { S: 's' })).map((text) =>
      shapeOf(JSON.parse(text)),
    );
    const parts = (await wires(addresses, 'url', harmless, { S: 's' })).map(partsOf);
    await fc.assert(
      // A secret without a value is rejected, so it is never empty here.
      fc.asyncProperty(
        hostile.filter((v) => v !== ''),
        async (v) => {
          const rendered = await wires(documents, 'json', { v }, { S: v });
          const trees = rendered.map((text) => JSON.parse(text));
          expect(trees.map(shapeOf)).toEqual(shapes);
          expect(trees[0].a).toBe(v.toWellFormed());
          expect(trees[3].a).toBe(v.toWellFormed());
          expect((await wires(addresses, 'url', { v }, { S: v })).map(partsOf)).toEqual(parts);
        },
      ),
      { numRuns: sized(150, 5000) },
    );
  });
});
