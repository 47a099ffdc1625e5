import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { plainMessage } from '../../../../test/harness/plain-message.ts';
import { assembleOutcome, childJob } from '../../../adapters/child-processes/render-job.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import type { RenderJob, RenderOutcome } from '../../../kernel/ports.ts';
import { LiquidJob } from './render-liquid.rules.ts';

/** Runs a job from end to end, without the process in between. */
function render(job: RenderJob): RenderOutcome {
  const input = childJob(job);
  if ('problems' in input) return input;
  const child = new LiquidJob({ ...input, variables: JSON.parse(input.variables) });
  const answers = job.texts.map(({ text, escape: own }) => child.render(text, own ?? job.escape));
  return assembleOutcome(
    job,
    new Map(job.texts.map((text, i) => [text, answers[i] ?? { reason: plainMessage('none') }])),
  );
}

const variables: JsonObject = {
  name: 'Zoë',
  empty: '',
  nothing: null,
  yes: true,
  no: false,
  count: 3,
  one: 1,
  price: '19.90',
  big: '12345678901234567890.12',
  html: '<b title="x">\'&\'</b>',
  lines: 'a\nb',
  at: '2026-03-29T00:30:00Z',
  key: 'personal@example.com',
  long: 'x'.repeat(1000),
  'first name': 'Ada',
  tags: ['red', 'green', 'blue'],
  matrix: [
    [1, 2],
    [3, 4],
  ],
  items: [
    { title: 'Mug', price: 5, paid: true, kind: 'a' },
    { title: 'Cup', price: 3, paid: false, kind: 'b' },
    { title: 'Jug', price: 4, paid: true, kind: 'a' },
  ],
  secrets: { API_KEY: 'not a secret' },
  order: { id: 'gid://1', customer: { city: 'Łódź' } },
};

const secrets = { API_KEY: 's3cr3t-value', other: '<&>' };

const one = (text: string, settings: Partial<RenderJob> = {}) =>
  render({ texts: [{ path: ['body'], text }], variables, secrets, escape: 'none', ...settings });

function shownOf(text: string, settings: Partial<RenderJob> = {}): string | undefined {
  const outcome = one(text, settings);
  if ('texts' in outcome) return outcome.texts[0]?.wire;
  const [first] = outcome.problems;
  return first && textOf(first.reason);
}

/** The third element is the text shown in history, if it differs from the wire. */
const corpus: [text: string, wire: string, shown?: string][] = [
  ['plain', 'plain'],
  ['', ''],
  ['{{ variables.name }}', 'Zoë'],
  ['{{variables.name}}!', 'Zoë!'],
  [' {{- variables.name -}} ', 'Zoë'],
  ['{{ variables["first name"] }}', 'Ada'],
  ['{{ variables.order.customer.city }}', 'Łódź'],
  ['{{ variables.tags[0] }}{{ variables.tags[-1] }}', 'redblue'],
  ['{{ variables.tags.first }}{{ variables.tags.last }}{{ variables.tags.size }}', 'redblue3'],
  ['{{ variables.tags }}', 'redgreenblue'],
  ['{{ variables.matrix }}', '1234'],
  ['{{ variables.order }}', '[object Object]'],
  ['{{ variables.order | json }}', '{"id":"gid://1","customer":{"city":"Łódź"}}'],
  ['[{{ variables.nothing }}]', '[]'],
  ['[{{ variables.unknown.deeper }}]', '[]'],
  ['{{ variables.yes }}{{ variables.no }}{{ variables.count }}', 'truefalse3'],
  ['{{ nil }}{{ empty }}{{ blank }}', ''],
  ['{{ "it\\"s" }}', 'it"s'],
  ['{{ 1.5 | plus: 2 }}', '3.5'],
  ['{{ variables.count | times: 2 | minus: 1 | divided_by: 2 }}', '2.5'],
  ['{{ variables.name | upcase | append: "!" | prepend: "<" }}', '<ZOË!'],
  ['{{ variables.unknown | default: "you" }}', 'you'],
  ['{{ variables.empty | default: "you" }}', 'you'],
  ['{{ variables.no | default: true, allow_false: true }}', 'false'],
  ['{{ variables.tags | join: ", " }}', 'red, green, blue'],
  ['{{ variables.tags | reverse | first }}', 'blue'],
  ['{{ variables.tags | sort | join }}', 'blue green red'],
  ['{{ variables.items | map: "title" | join: "+" }}', 'Mug+Cup+Jug'],
  ['{{ variables.items | where: "paid" | map: "title" | join: "+" }}', 'Mug+Jug'],
  ['{{ variables.items | where: "title", "Cup" | map: "price" }}', '3'],
  ['{{ variables.items | sum: "price" }}', '12'],
  ['{{ variables.items | sort: "price" | map: "title" | join }}', 'Cup Jug Mug'],
  ['{% assign g = variables.items | group_by: "kind" %}{{ g | map: "name" | join }}', 'a b'],
  ['{{ variables.items | find: "title", "Jug" | json }}', '{"title":"Jug","price":4,"paid":true,"kind":"a"}'],
  ['{{ variables.html | escape }}', '&lt;b title=&#34;x&#34;&gt;&#39;&amp;&#39;&lt;/b&gt;'],
  ['{{ variables.html | strip_html }}', "'&'"],
  ['{{ variables.html }}', '<b title="x">\'&\'</b>'],
  ['{{ "a b&c" | url_encode }}', 'a+b%26c'],
  ['{{ "abc" | base64_encode }}', 'YWJj'],
  ['{{ "a,b" | split: "," | last }}', 'b'],
  ['{{ "Hello world" | truncate: 8 }}', 'Hello...'],
  ['{{ "x" | replace: "x", "$&" }}', '$&'],
  ['{{ (1..3) | join: "," }}', '1,2,3'],
  ['{{ variables.count == 3 }}', 'true'],
  ['{% if variables.yes and variables.count > 2 %}a{% else %}b{% endif %}', 'a'],
  ['{% if variables.unknown %}a{% elsif variables.no %}b{% else %}c{% endif %}', 'c'],
  ['{% unless variables.no %}a{% endunless %}', 'a'],
  ['{% if variables.name contains "o" %}a{% endif %}', 'a'],
  ['{% if variables.tags contains "red" %}a{% endif %}', 'a'],
  ['{% if variables.empty == blank %}a{% endif %}', 'a'],
  ['{% case variables.count %}{% when 1, 2 %}few{% when 3 %}three{% else %}many{% endcase %}', 'three'],
  ['{% for i in variables.items %}{{ forloop.index }}{{ i.title }} {% endfor %}', '1Mug 2Cup 3Jug '],
  ['{% for i in variables.tags reversed limit: 2 %}{{ i }}{% endfor %}', 'greenred'],
  ['{% for i in variables.unknown %}x{% else %}none{% endfor %}', 'none'],
  [
    '{% for i in (1..5) %}{% if i == 2 %}{% continue %}{% elsif i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}',
    '13',
  ],
  ['{% for pair in variables.order.customer %}{{ pair[0] }}={{ pair[1] }}{% endfor %}', 'city=Łódź'],
  [
    '{% tablerow i in (1..2) cols: 1 %}{{ i }}{% endtablerow %}',
    '<tr class="row1"><td class="col1">1</td></tr><tr class="row2"><td class="col1">2</td></tr>',
  ],
  ['{% assign a = variables.name | downcase %}{{ a }}{{ a.size }}', 'zoë3'],
  ['{% capture a %}[{{ variables.name }}]{% endcapture %}{{ a }}{{ a | size }}', '[Zoë]5'],
  ['{% increment n %}{% increment n %}{% decrement m %}', '01-1'],
  ['{% for i in (1..3) %}{% cycle "a", "b" %}{% endfor %}', 'aba'],
  ['{% echo variables.name | upcase %}', 'ZOË'],
  ['{% liquid\n assign a = 1\n if a == 1\n  echo "one"\n endif\n%}', 'one'],
  ['{% raw %}{{ variables.name }}{% endraw %}', '{{ variables.name }}'],
  ['{% comment %}x{% endcomment %}{% # y %}', ''],
  ['Bearer {{ secrets.API_KEY }}', 'Bearer s3cr3t-value', 'Bearer [secret:API_KEY]'],
  ['{{ secrets.other }}{{ secrets.API_KEY }}', '<&>s3cr3t-value', '[secret:other][secret:API_KEY]'],
  ['{% if variables.yes %}{{ secrets.API_KEY }}{% endif %}', 's3cr3t-value', '[secret:API_KEY]'],
  [
    '{% for i in (1..2) %}{{ i }}{{- secrets.other -}} {% endfor %}',
    '1<&>2<&>',
    '1[secret:other]2[secret:other]',
  ],
  ['{% if variables.no %}{{ secrets.NOT_THERE }}{% endif %}x', 'x'],
  ['{{ variables.secrets.API_KEY }}', 'not a secret'],
  // Secrets are reachable only through their own output.
  ['[{{ variables.items | map: "secrets.API_KEY" | join }}]', '[  ]'],
  ['[{{ variables.items | where: "secrets.API_KEY" | size }}]', '[0]'],
  ['[{{ variables.items | where: "secrets.API_KEY", "s3cr3t-value" | size }}]', '[0]'],
  ['[{{ variables.items | reject: "secrets" | size }}]', '[3]'],
  ['[{{ variables.items | group_by: "secrets.API_KEY" | map: "name" | join }}]', '[]'],
  ['[{{ variables.items | find: "secrets.API_KEY", "s3cr3t-value" }}]', '[]'],
  [
    '[{{ variables.items | find_index: "secrets.API_KEY" }}{{ variables.items | has: "secrets" }}]',
    '[false]',
  ],
  ['[{{ variables.items | sum: "secrets.API_KEY" }}]', '[0]'],
  ['{% assign n = "secrets" %}[{{ variables[n] | json }}]', '[{"API_KEY":"not a secret"}]'],
  // Only own members of the JSON are visible, nothing inherited.
  ['[{{ variables.constructor }}{{ variables.toString }}{{ variables["__proto__"] }}]', '[]'],
  ['[{{ variables.constructor.constructor }}{{ variables.name.constructor }}]', '[]'],
  ['[{{ variables.tags.constructor.name }}{{ variables.tags.length }}{{ variables.tags.map }}]', '[3]'],
  ['[{{ variables.items | map: "constructor" | join }}]', '[  ]'],
  [
    '[{{ variables.items | where: "constructor" | size }}{{ variables.items | where: "__proto__" | size }}]',
    '[00]',
  ],
  ['[{{ constructor }}{{ toString }}{{ hasOwnProperty }}{{ globalThis }}{{ process.env }}]', '[]'],
  [
    '{% for i in (1..1) %}[{{ forloop.constructor }}{{ forloop["__proto__"] }}{{ forloop.valueOf }}]{% endfor %}',
    '[]',
  ],
  ['[{{ "now" | date: "%Y" | size }}]', '[4]'],
];

describe('renders text with variables', () => {
  it.each(corpus)('%j', (text, wire, shown = wire) => {
    expect(one(text)).toMatchObject({ texts: [{ path: ['body'], wire, shown }] });
  });
});

describe('HTML', () => {
  const cases: [text: string, html: string][] = [
    ['<p>{{ variables.name }}</p>', '<p>Zoë</p>'],
    ['{{ variables.html }}', '&lt;b title=&#34;x&#34;&gt;&#39;&amp;&#39;&lt;/b&gt;'],
    ['{{ variables.html | raw }}', '<b title="x">\'&amp;\'</b>'],
    ['{{ "<i onclick=\'x()\'>a</i><script>x()</script>" | raw }}', '<i>a</i>'],
    ['{% capture a %}{{ "<b>" | raw }}{% endcapture %}{{ a }}', '<b></b>'],
    ['{{ "https://x.test/?a=1&b" | safe_url }}{{ "#" | safe_url }}', 'https://x.test/?a=1&amp;b#'],
    ['{{ "java\tscript:x()" | safe_url }}{{ " JavaScript:x()" | safe_url }}{{ "data:x" | safe_url }}', '###'],
    [
      '{% capture a %}https://x.test/?a={{ "<" }}&amp;b{% endcapture %}{{ a | safe_url }}',
      'https://x.test/?a=&lt;&amp;b',
    ],
    ['{{ variables.html | upcase }}', '&lt;B TITLE=&#34;X&#34;&gt;&#39;&amp;&#39;&lt;/B&gt;'],
    ['{{ "<" | escape }}{{ "&lt;<" | escape_once }}', '&lt;&lt;&lt;'],
    ['{{ "<" | escape | append: ">" }}', '&amp;lt;&gt;'],
    ['{{ variables.lines | newline_to_br }}', 'a<br />\nb'],
    ['{{ "<\n" | escape | newline_to_br }}', '&lt;<br />\n'],
    ['{% echo "<" %}{% echo "<b>a</b>" | raw %}', '&lt;<b>a</b>'],
    ['{% cycle "<", ">" %}', '&lt;'],
    ['{% liquid\necho "<"\n%}', '&lt;'],
    ['{% assign a = "<" %}{{ a }}', '&lt;'],
    ['{% capture a %}<b>{{ "<" }}</b>{% endcapture %}{{ a }}', '<b>&lt;</b>'],
    ['{% capture a %}<b>{% endcapture %}{% echo a %}{{ a | append: "" }}', '<b>&lt;b&gt;'],
    [
      '{% capture a %}x{% endcapture %}{% if a == "x" %}{{ a.size }}{{ a | json }}{% endif %}',
      '1&#34;x&#34;',
    ],
    ['{% capture a %}x{% endcapture %}[{{ a.constructor }}{{ a["__proto__"] }}{{ a.valueOf }}]', '[]'],
    ['{{ variables.tags | join: "<" }}', 'red&lt;green&lt;blue'],
    ['{% for t in variables.tags %}{{ t }}<br>{% endfor %}', 'red<br>green<br>blue<br>'],
    ['{{ unsubscribe_link }}', '<a href="https://x.test/?a=1&amp;b">leave</a>'],
    [
      '{{ unsubscribe_link | upcase }}',
      '&lt;A HREF=&#34;HTTPS://X.TEST/?A=1&amp;AMP;B&#34;&gt;LEAVE&lt;/A&gt;',
    ],
    ['{{ secrets.other }}', '&lt;&amp;&gt;'],
  ];
  const placeholders = {
    unsubscribe_link: {
      html: '<a href="https://x.test/?a=1&amp;b">leave</a>',
      text: 'https://x.test/?a=1&b',
    },
  };

  it.each(cases)('%j', (text, html) => {
    expect(shownOf(text, { escape: 'html', placeholders })).toBe(html);
  });

  it('is not generated in plain text, whatever filters a text uses for the HTML', () => {
    const text = '{{ variables.html | escape | newline_to_br }}{{ variables.lines | newline_to_br | raw }}';
    expect(shownOf(text, { escape: 'text' })).toBe('<b title="x">\'&\'</b>a\nb');
  });

  it('is rendered with the plain text in one job', () => {
    const text = '{{ variables.html }} {{ unsubscribe_link }}';
    const outcome = render({
      texts: [
        { path: ['subject'], text, escape: 'none' },
        { path: ['body'], text: '{{ "<" }}' },
      ],
      variables,
      secrets,
      escape: 'html',
      placeholders,
    });
    expect(outcome).toMatchObject({
      texts: [{ wire: '<b title="x">\'&\'</b> https://x.test/?a=1&b' }, { wire: '&lt;' }],
    });
  });

  it('never contains a character from a variable that could start a tag or end an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const text = '{{ variables.name }}{% echo variables.name %}{% cycle variables.name %}';
        return !/[<>"']/.test(shownOf(text, { variables: { name }, escape: 'html' }) ?? '<');
      }),
    );
  });
});

it('reports that a text takes too long, wherever the time runs out', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 200;
    return now;
  });
  try {
    expect(shownOf('{{ 1 }}{{ 2 }}{{ 3 }}{{ 4 }}{{ 5 }}')).toBe('Liquid: takes too long to render');
    expect(shownOf('{% if true %}{{ 1 }}{{ 2 }}{{ 3 }}{{ 4 }}{% endif %}')).toMatch(
      /^Liquid: takes too long to render/,
    );
  } finally {
    clock.mockRestore();
  }
});

describe('money, dates and plurals', () => {
  const cases: [text: string, en: string, de: string][] = [
    ['{{ variables.price | money: "EUR" }}', '€19.90', '19,90 €'],
    ['{{ 1234.5 | money: "usd" }}', '$1,234.50', '1.234,50 $'],
    [
      '{{ variables.big | money: "EUR" }}',
      '€12,345,678,901,234,567,890.12',
      '12.345.678.901.234.567.890,12 €',
    ],
    ['{{ 500 | money: "JPY" }}', '¥500', '500 ¥'],
    ['{{ -5 | money: "EUR", "fr" }}', '-5,00 €', '-5,00 €'],
    ['{{ 5 | money: variables.unknown }}', '5.00', '5,00'],
    ['{{ variables.name | money: "EUR" }}[{{ variables.nothing | money: "EUR" }}]', 'Zoë[]', 'Zoë[]'],
    [
      '{{ variables.at | date: "%A, %-d %B %Y %H:%M" }}',
      'Sunday, 29 March 2026 00:30',
      'Sonntag, 29 März 2026 00:30',
    ],
    ['{{ variables.at | date: "long" }}', 'March 29, 2026', '29. März 2026'],
    ['{{ variables.at | date: "short" }}', '3/29/26', '29.03.26'],
    [
      '{{ variables.at | date: "full", "America/New_York" }}',
      'Saturday, March 28, 2026',
      'Samstag, 28. März 2026',
    ],
    ['{{ variables.at | date: "%H:%M", "Europe/Berlin" }}', '01:30', '01:30'],
    [
      '{{ variables.at | date: "%H:%M", -120 }}{{ variables.at | date: "short", 120 }}',
      '02:303/28/26',
      '02:3028.03.26',
    ],
    ['{{ 0 | date: "medium" }}', 'Jan 1, 1970', '01.01.1970'],
    ['{{ variables.name | date: "long" }}[{{ variables.nothing | date: "long" }}]', 'Zoë[]', 'Zoë[]'],
    ['{{ "Thanks" | t: de: "Danke", pt-br: "Obrigado" }}', 'Thanks', 'Danke'],
    ['{{ "Thanks" | t: de_AT: "Dankschön", en: "Ta" }}', 'Ta', 'Thanks'],
    ['{{ variables.count | t: one: "item", other: "items" }}', 'items', 'items'],
    ['{{ variables.one | t: one: "item", other: "items" }}', 'item', 'item'],
    ['{{ "2" | t: one: "item", other: variables.name }}', 'Zoë', 'Zoë'],
  ];

  const plainSpaces = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ');

  it.each(cases)('%j', (text, en, de) => {
    expect(plainSpaces(shownOf(text))).toBe(en);
    expect(plainSpaces(shownOf(text, { locale: 'de' }))).toBe(de);
  });

  it('support regions, more than two plural forms, and fall back to English', () => {
    const thanks = '{{ "Thanks" | t: de: "Danke", pt-br: "Obrigado" }}';
    expect(shownOf(thanks, { locale: 'pt-br' })).toBe('Obrigado');
    expect(shownOf(thanks, { locale: 'de-at' })).toBe('Danke');
    const files = '{{ variables.count | t: one: "plik", few: "pliki", other: "plików" }}';
    expect(shownOf(files, { locale: 'pl' })).toBe('pliki');
    expect(shownOf('{{ 5 | money: "EUR" }}', { locale: 'not a locale' })).toBe('€5.00');
  });
});

describe('missing variables', () => {
  const missingOf = (text: string, settings: Partial<RenderJob> = {}) => {
    const outcome = one(text, settings);
    return 'missing' in outcome ? outcome.missing : outcome.problems;
  };

  it.each([
    ['{{ variables.name }}{{ variables.nothing }}', []],
    ['{{ variables.a.b }}{{ variables.a.b }}{{ variables.order.x }}', ['variables.a.b', 'variables.order.x']],
    ['{{ variables.tags[7] }}{{ variables["last name"] }}', ['variables.tags[7]', 'variables["last name"]']],
    ['{{ order.id }}', ['order.id']],
    ['{{ "a" | append: variables.x }}', ['variables.x']],
    ['{% for i in variables.x %}{% endfor %}', ['variables.x']],
    ['{% if variables.no %}{{ variables.x }}{% endif %}', []],
    [
      '{% if variables.x == 1 %}{% elsif variables.y %}{% endif %}{% unless variables.z %}{% endunless %}',
      [],
    ],
    ['{% case variables.x %}{% when 1 %}{% endcase %}', []],
    ['{{ variables.x | default: "y" }}{{ variables.x | upcase | default: "y" }}', []],
    ['{% assign a = variables.x %}{{ a }}', ['variables.x']],
    ['{% for i in variables.items %}{{ i.sku }}{{ forloop.parentloop }}{% endfor %}', []],
    ['{{ unsubscribe_link }}', ['unsubscribe_link']],
    // A key that came from a variable must not be revealed.
    ['{{ variables.order[variables.key] }}', ['variables.order[variables.key]']],
  ])('%j', (text, expected) => {
    expect(missingOf(text)).toEqual(expected);
  });

  it('are reported at most a hundred times', () => {
    expect(missingOf('{% for i in (1..1000) %}{{ variables[i] }}{% endfor %}')).toHaveLength(1);
    const names = Array.from({ length: 300 }, (_, i) => `{{ variables.a${i} }}`);
    expect(missingOf(names.join(''))).toHaveLength(100);
  });
});

describe('reports a text that cannot be rendered with its position but without values', () => {
  const cases: [text: string, reason: string][] = [
    ['ab {{ secrets.NOT_THERE }}', 'no secret named "NOT_THERE", line 1, column 4'],
    ['{{ secrets.__proto__ }}', 'no secret named "__proto__", line 1, column 1'],
    ['{{ secrets.constructor }}', 'no secret named "constructor", line 1, column 1'],
    ['{{ secrets.size }}', 'no secret named "size", line 1, column 1'],
    ['a\n{% if variables.yes %}{{ secrets.first }}{% endif %}', 'no secret named "first", line 2, column 23'],
    ['{{ a b }}', 'unexpected "b", line 1, column 6'],
    ['{% if a %}', 'tag "if" not closed, line 1, column 1'],
    ['{% include "/etc/passwd" %}', 'unknown tag "include", line 1, column 1'],
    ['{% render "../package.json" %}', 'unknown tag "render", line 1, column 1'],
    ['{% layout "x" %}', 'unknown tag "layout", line 1, column 1'],
    [
      '{{ variables.key | money: variables.key }}{{ 1 | money: variables.key }}',
      'filter "money" cannot use this value, line 1, column 43',
    ],
    [
      '{{ variables.at | date: "%H", variables.key }}',
      'filter "date" cannot use this value, line 1, column 1',
    ],
    [
      '{{ variables.at | date: "full", variables.key }}',
      'filter "date" cannot use this value, line 1, column 1',
    ],
    [
      '{{ "%" | append: variables.key | url_decode }}',
      'filter "url_decode" cannot use this value, line 1, column 1',
    ],
    ['{{ (1..3000000) }}', 'needs too much memory, line 1, column 1'],
    [
      'x{% for i in (1..9000) %}{{ variables.long }}{% endfor %}',
      'more than 2 MB of output, line 1, column 26',
    ],
    ['{% capture s %}{{ secrets.API_KEY }}{% endcapture %}', 'secrets cannot be captured, line 1, column 16'],
    [
      '{{ secrets | json }}',
      'write secrets only as {{ secrets.NAME }}: one name, no filters, no brackets, not in other tags, line 1, column 4',
    ],
  ];

  it.each(cases)('%j', (text, reason) => {
    expect(one(text)).toEqual({ problems: [{ path: ['body'], reason: `Liquid: ${reason}` }] });
  });

  it('limits each text separately and keeps the others', () => {
    const texts = ['{{ a b }}', 'fine', '{{ secrets.X }}'].map((text, i) => ({ path: ['headers', i], text }));
    expect(render({ texts, variables, secrets, escape: 'none' })).toEqual({
      problems: [
        { path: ['headers', 0], reason: 'Liquid: unexpected "b", line 1, column 6' },
        { path: ['headers', 2], reason: 'Liquid: no secret named "X", line 1, column 1' },
      ],
    });
  });

  it('when all texts together produce too much output', () => {
    const text = '{% for i in (1..110) %}{{ variables.long }}{% endfor %}';
    const texts = [1, 2].map((i) => ({ path: [i], text }));
    const long = 'ä'.repeat(6000);
    const problem = { path: [2], reason: 'Liquid: more than 2 MB of output' };
    expect(render({ texts, variables: { long }, secrets, escape: 'none' })).toEqual({ problems: [problem] });
  });

  it('when a long secret is repeated', () => {
    const text = '{% for i in (1..5000) %}{{ secrets.LONG }}{% endfor %}';
    expect(one(text, { secrets: { LONG: 'x'.repeat(1000) } })).toEqual({
      problems: [{ path: ['body'], reason: 'Liquid: more than 2 MB of output, line 1, column 25' }],
    });
  });

  it('when the variables are larger than 1 MB, or too deep', () => {
    const problem = (reason: string) => ({ problems: [{ path: ['variables'], reason }] });
    expect(one('{{ a }}', { variables: { a: 'x'.repeat(1024 * 1024) } })).toEqual(
      problem('at most 1 MB of JSON'),
    );
    let deep: JsonObject = {};
    for (let i = 0; i < 50_000; i++) deep = { deep };
    expect(one('{{ a }}', { variables: deep })).toEqual(problem('nested too deeply'));
  });
});

describe('texts do not share state', () => {
  it.each([
    ['{% assign variables = "x" %}'],
    ['{% increment variables %}'],
    ['{% capture variables %}{% endcapture %}'],
  ])('%j', (first) => {
    const texts = [first, '{{ variables.name }}'].map((text, i) => ({ path: [i], text }));
    expect(render({ texts, variables, secrets, escape: 'none' })).toMatchObject({
      texts: [{}, { wire: 'Zoë' }],
    });
  });
});

describe('secrets', () => {
  it('are shown by name if no values are provided', () => {
    const outcome = one('{{ secrets.API_KEY }}{{ secrets.ANY }}', { secrets: null });
    const text = '[secret:API_KEY][secret:ANY]';
    expect(outcome).toMatchObject({ texts: [{ wire: text, shown: text }] });
  });

  const value = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 });
  const filter = fc.constantFrom(
    'json',
    'upcase',
    'base64_encode',
    'url_encode',
    'escape',
    'raw',
    'size',
    'first',
  );
  const query = fc.constantFrom(
    'map',
    'where',
    'reject',
    'group_by',
    'find',
    'find_index',
    'has',
    'sum',
    'sort',
  );
  const name = fc.constantFrom(
    'secrets',
    'secrets.KEY',
    "secrets['KEY']",
    'secrets.NONE',
    'KEY',
    '["secrets"]',
  );
  const part = fc.oneof(
    fc.constant('{{ secrets.KEY }}'),
    fc.constant('{{ secrets.NONE }}'),
    fc.constant('{{ variables.items }}'),
    fc.tuple(name, filter).map(([n, f]) => `{{ ${n} | ${f} }}`),
    fc.tuple(query, name).map(([q, n]) => `{{ variables.items | ${q}: "${n}" | json }}`),
    fc.tuple(query, name).map(([q, n]) => `{{ variables.items | ${q}: ${n} | json }}`),
    name.map((n) => `{% assign a = ${n} %}{{ a }}`),
    name.map((n) => `{% for a in ${n} %}{{ a }}{% endfor %}`),
    name.map((n) => `{% capture a %}{{ ${n} }}{% endcapture %}{{ a | json }}`),
    name.map((n) => `{% if ${n} contains "a" %}{{ secrets.KEY }}{% endif %}`),
    name.map((n) => `{% cycle ${n}, "b" %}{% echo ${n} %}{% increment KEY %}`),
    name.map((n) => `{{ variables[${n}] }}{{ 1 | money: ${n} }}{{ "now" | date: ${n}, ${n} }}`),
  );

  it('never appear in masked text or errors; sent only where referenced', () => {
    let rendered = 0;
    fc.assert(
      fc.property(value, fc.array(part, { minLength: 1, maxLength: 4 }), (secret, parts) => {
        const key = `!${secret}!`;
        const text = parts.join(' ');
        const outcome = one(text, { secrets: { KEY: key }, variables: { items: [{ KEY: 1 }, { a: 2 }] } });
        if ('problems' in outcome) return !JSON.stringify(outcome).includes(JSON.stringify(key).slice(1, -1));
        rendered++;
        const [{ wire = '', shown = '' } = {}] = outcome.texts;
        return (
          !shown.includes(key) &&
          wire.split(key).join('[secret:KEY]') === shown &&
          !JSON.stringify(outcome.missing).includes(secret)
        );
      }),
      { numRuns: 5000 },
    );
    expect(rendered).toBeGreaterThan(100);
  });
});
