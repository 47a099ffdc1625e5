import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'read');
});
afterAll(() => outstep?.close());

const preview = (content: JsonObject) =>
  outstep.call(key, 'POST', '/api/v1/email-templates/preview', {
    ...{ subject: 'Hi', bodyType: 'text', ...content },
  });

/** Where an author may put a value; each is in the author's own HTML, which must not change. */
const contexts: Record<string, string> = {
  text: '<p>{{ variables.v }}</p>',
  'a double-quoted attribute': '<b title="{{ variables.v }}">x</b>',
  'a single-quoted attribute': "<b title='{{ variables.v }}'>x</b>",
  'an unquoted attribute': '<b title={{ variables.v }}>x</b>',
  'behind other text of an attribute': '<b class="a {{ variables.v }} b" id=\'c\'>x</b>',
  'a style attribute': '<p style="color:{{ variables.v }}">x</p>',
  title: '<title>{{ variables.v }}</title>',
  textarea: '<textarea>{{ variables.v }}</textarea>',
  'a comment': '<!-- {{ variables.v }} -->',
  'a comment for Outlook': '<!--[if mso]><b title={{ variables.v }}>{{ variables.v }}</b><![endif]-->',
  'a style sheet': '<style>p{color:{{ variables.v }}}</style>',
  data: '<script type="application/ld+json">{"n":"{{ variables.v }}"}</script>',
  'an attribute, by way of a capture':
    '{% capture c %}{{ variables.v }}{% endcapture %}<b title="{{ c }}">x</b>',
  'an attribute, escaped by hand': '<b title="{{ variables.v | escape }}">x</b>',
};
const addresses: Record<string, string> = {
  'an address': '<a href="{{ variables.v }}">x</a>',
  'an unquoted address': '<a href={{ variables.v }}>x</a>',
  'the address of a picture': "<img src='{{ variables.v }}'>",
};
const withMarkup: Record<string, string> = {
  'markup in text': '<p>{{ variables.v | raw }}</p>',
  'markup in an attribute': '<b title="{{ variables.v | raw }}">x</b>',
  'markup in a title': '<title>{{ variables.v | raw }}</title>',
  'markup in a comment': '<!-- {{ variables.v | raw }} -->',
  'markup in a style sheet': '<style>p{color:{{ variables.v | raw }}}</style>',
};

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'x onmouseover=alert(1) ',
  '</title></textarea></style></script><svg onload=alert(1)>',
  '--><img src=x onerror=alert(1)>',
  '--!><img src=x onerror=alert(1)>',
  '<![endif]--><script>alert(1)</script>',
  '&quot; onclick=&quot;alert(1)',
  '&#34; onclick=&#34;alert(1)',
  '{{ secrets.TOKEN }}{% raw %}',
  'lq0x0z lq0x1z lq1x0z',
];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] as string);

/** The result for each context, all of them rendered in one email. */
async function rendered(some: Record<string, string>, v: string): Promise<Record<string, string>> {
  const names = Object.keys(some);
  const body = Object.values(some)
    .map((html, i) => `⟦${i}⟧${html}⟦/${i}⟧`)
    .join('\n');
  const { status, text, body: shown } = await preview({ body, variables: { v } });
  expect(status, text).toBe(200);
  return Object.fromEntries(
    names.map((name, i) => [name, shown.html.split(`⟦${i}⟧`)[1]?.split(`⟦/${i}⟧`)[0]]),
  );
}

describe('shows the value of a variable literally (spec: What the service does 8)', () => {
  test.each(hostile)('%s', async (value) => {
    const plain = await rendered(contexts, 'VALUE');
    const shown = await rendered(contexts, value);
    for (const name of Object.keys(contexts))
      expect(shown[name], name).toBe(plain[name]?.replaceAll('VALUE', escaped(value)));
  });

  test('leaves the author’s own HTML unchanged', async () => {
    const plain = await rendered(contexts, 'VALUE');
    // Attributes that hold a value are quoted again; the rest is unchanged.
    const quoted = (html: string | undefined) => html?.replace(/=(['"]?)([^'"<>]*VALUE[^'"<>]*)\1/g, '="$2"');
    for (const [name, html] of Object.entries(contexts)) {
      const [, own = ''] = /^(?:\{% capture.*endcapture %\})?(.*)$/s.exec(html) ?? [];
      const filled = own.replace(/\{\{ (?:variables\.v|c)(?: \| escape)? \}\}/g, 'VALUE');
      expect(quoted(plain[name]), name).toBe(quoted(filled));
    }
  });
});

describe('a value used as an address becomes a safe link or none', () => {
  test.each([
    'javascript:alert(1)',
    ' jAvA\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    '"><script>alert(1)</script>',
  ])('%j', async (value) => {
    for (const [name, html] of Object.entries(await rendered(addresses, value)))
      expect(html, name).toMatch(/^<(?:a href|img src)="(?:#|[^"<>']*)">(?:x<\/a>)?$/);
    for (const [name, html] of Object.entries(await rendered(addresses, value)))
      expect(html, name).not.toMatch(/="\s*(?:java|vb|data)/i);
  });
});

test.each(hostile)('output as markup runs no script: %s', async (value) => {
  const shown = await rendered(withMarkup, value);
  const inText = shown['markup in text'] ?? '';
  expect(inText).not.toMatch(/<script|<svg|<[^>]*\son\w+\s*=/i);
  expect(shown['markup in an attribute']).toMatch(/^<b title="[^"<>]*">x<\/b>$/);
  expect(shown['markup in a title']?.split(/<\/title/i)).toHaveLength(2);
  expect(shown['markup in a comment']?.split(/--!?>/)).toHaveLength(2);
  expect(shown['markup in a style sheet']?.split(/<\/style/i)).toHaveLength(2);
});

test.each([
  ['<script>var a = "{{ variables.v }}"</script>', 'Liquid is not allowed in a script'],
  ['<b onclick="a({{ variables.v }})">', 'Liquid is not allowed in the attribute "onclick"'],
  ['<iframe srcdoc="{{ variables.v }}"></iframe>', 'Liquid is not allowed in the attribute "srcdoc"'],
  ['<b {{ variables.v }}>', 'Liquid in <b> is only allowed in the value of an attribute'],
  ['<{{ variables.v }}>', 'Liquid is not allowed in the name of a tag; write &lt; for a plain "<"'],
])('is rejected where a browser would run it: %s', async (body, reason) => {
  const { status, body: answer } = await preview({ body });
  expect([status, answer.error]).toEqual([400, `body: ${reason}`]);
});

test('subject and preview text remain one line for any value', async () => {
  const line = 'Hi {{ variables.v }}';
  const variables = { v: 'a\r\nBcc: b@example.com\u2028c\u2029d\u0085e' };
  const { status, text, body } = await preview({ subject: line, previewText: line, variables });
  expect(status, text).toBe(200);
  for (const shown of [body.subject, body.previewText]) expect(shown).toBe('Hi a Bcc: b@example.com c d e');
});
