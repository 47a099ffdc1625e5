import { afterAll, describe, expect, it } from 'vitest';
import { createRenderPool } from '../../src/adapters/child-processes/render-pool.ts';
import { blockKinds } from '../../src/features/rendering/design/all-blocks.schema.ts';
import { layoutSchemaAnswer } from '../../src/features/rendering/design/layout-schema.rules.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { textOf } from '../../src/kernel/messages/message.ts';
import { renderChild } from '../harness/child-entries.ts';
import { withCpu } from '../harness/processes.ts';
import { noMoreThan } from '../harness/size.ts';
import { layouts, MUG } from './layouts.ts';
import { type Mail, Mails, ORIGIN } from './mails.ts';

const mails = new Mails();
afterAll(() => mails.close());

const of = (...blocks: object[]): JsonObject => ({ blocks: blocks as JsonObject[] });

async function compiled(design: JsonObject, rest: Partial<Mail> = {}) {
  const outcome = await mails.compile({ design, ...rest });
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

async function problems(design: JsonObject, rest: Partial<Mail> = {}): Promise<string[]> {
  const outcome = await mails.compile({ design, ...rest });
  if (!('problems' in outcome)) return [];
  return outcome.problems.map(({ path, reason }) => `${path.join('.')}: ${textOf(reason)}`);
}

/** Every address that an email program would follow or load. */
const addresses = (html: string) =>
  [...html.matchAll(/(?:src|href|background|action)="([^"]*)"|url\(([^)]*)\)/g)].map((m) => m[1] ?? m[2]);

describe('complete layouts', () => {
  it.each(Object.entries(layouts))(
    '%s is below 90 KB and loads only from our server',
    async (_name, mail) => {
      const { html, warnings } = await compiled(mail.design, mail);
      expect(Buffer.byteLength(html)).toBeLessThan(90 * 1024);
      expect(warnings).toEqual([]);
      const loaded = [...html.matchAll(/(?:src|background)="([^"]*)"|url\(([^)]*)\)|@import/g)].map(
        (m) => m[1] ?? m[2],
      );
      for (const url of loaded) expect(url).toMatch(/^(https:\/\/mail\.test\/|\{%|\{\{)/);
      expect(html).not.toMatch(/<link|fonts\.googleapis|<script/i);
    },
  );

  it.each(Object.entries(layouts))(
    '%s keeps the conditional comments for Outlook in pairs',
    async (_name, mail) => {
      const { html } = await mails.render(mail);
      let open = 0;
      for (const [mark] of html.matchAll(/<!--\[if [^\]]*\]>(?:<!-->)?|(?:<!--)?<!\[endif\]-->/g)) {
        open += mark.includes('endif') ? -1 : 1;
        expect(open).toBeGreaterThanOrEqual(0);
        expect(open).toBeLessThanOrEqual(1);
      }
      expect(open).toBe(0);
      const outlook = html
        .replace(/<!--\[if (?:mso|gte mso|lte mso|true)[^\]]*\]>|<!\[endif\]-->/g, '')
        .replace(/<!--\[if !mso[\s\S]*?<!--/g, '');
      for (const tag of ['table', 'tr', 'td']) {
        const count = (pattern: string) => outlook.match(new RegExp(pattern, 'g'))?.length ?? 0;
        expect(count(`<${tag}[\\s>]`), tag).toBe(count(`</${tag}>`));
      }
    },
  );

  it('warns when an email will be clipped', async () => {
    const { warnings } = await compiled(of({ type: 'text', html: 'x'.repeat(95_000) }));
    expect(warnings).toEqual([expect.stringMatching(/^\d+ KB of HTML: Gmail clips emails at about 102 KB$/)]);
  });
});

describe('blocks', () => {
  const { defaults, example } = layoutSchemaAnswer();

  // A part needs a section of the store: parts.test.ts.
  const samples = blockKinds.filter(({ type }) => type !== 'part');

  it.each(samples.map(({ type, sample }) => [type, sample] as const))(
    'the sample of %s compiles, also with every default written out',
    async (type, sample) => {
      const short = await compiled(of(sample));
      const long = await compiled(of({ ...defaults.blocks[type], ...sample }));
      expect(long).toEqual(short);
    },
  );

  it('the example compiles and renders without missing values', async () => {
    const { html, text } = await mails.render({ design: example as JsonObject });
    for (const page of [html, text]) {
      expect(page).toContain('Thank you, Mary!');
      expect(page).toContain('€75.55');
      expect(page).not.toMatch(/\{\{|\{%/);
    }
  });

  it('an empty design is an empty email', async () => {
    const { html, text } = await mails.render({ design: { blocks: [] } });
    expect(html).toContain('</html>');
    expect(text).toBe('');
  });
});

describe('problems name the field', () => {
  const cases: [name: string, design: JsonObject, problems: string[]][] = [
    [
      'Liquid',
      of({ type: 'spacer' }, { type: 'heading', text: 'Hi {% if a %}' }),
      ['bodyDesign.blocks.1.text: Liquid: tag "if" not closed, line 1, column 4'],
    ],
    [
      'each field once, though both parts of the mail use it',
      of({ type: 'button', label: '{{ a b }}', url: '{{ a | nope }}' }),
      [
        'bodyDesign.blocks.0.url: Liquid: unknown filter "nope", line 1, column 8',
        'bodyDesign.blocks.0.label: Liquid: unexpected "b", line 1, column 6',
      ],
    ],
    [
      'a condition',
      of({ type: 'spacer', showIf: 'variables.a ==' }),
      ['bodyDesign.blocks.0.showIf: Liquid: value expected after "==", line 1, column 15'],
    ],
    [
      'a condition that would end its tag',
      of({ type: 'spacer', showIf: 'a %}{% endif %}<script>{% if b' }),
      ['bodyDesign.blocks.0.showIf: Liquid: "%}" is not allowed here, line 1, column 3'],
    ],
    [
      'a source',
      of({ type: 'loop', source: 'variables.a limit: 9', blocks: [] }),
      ['bodyDesign.blocks.0.source: Liquid: unexpected "limit: 9", line 1, column 13'],
    ],
    [
      'a field in a column in a loop',
      of({
        type: 'loop',
        source: 'variables.a',
        blocks: [{ type: 'columns', columns: [{ blocks: [] }, { blocks: [{ type: 'text', html: '{{' }] }] }],
      }),
      [
        'bodyDesign.blocks.0.blocks.0.columns.1.blocks.0.html: Liquid: "{{" not closed by "}}", line 1, column 1',
      ],
    ],
    [
      'an item',
      of({ type: 'summary', rows: [{ label: 'a', value: '{{ }}' }] }),
      ['bodyDesign.blocks.0.rows.0.value: Liquid: value expected, line 1, column 4'],
    ],
    [
      'a file nobody has',
      of({ type: 'image', fileKey: 'files/else.png' }),
      ['bodyDesign.blocks.0.fileKey: unknown file'],
    ],
    [
      'a file nobody has, sent along',
      of({ type: 'attachment', filename: 'a', fileKey: 'x' }),
      ['bodyDesign.blocks.0.fileKey: unknown file'],
    ],
    [
      'a preset nobody has',
      { blocks: [], header: { preset: '0198c0de-0000-7000-8000-0000000000aa' } },
      ['bodyDesign.header.preset: unknown preset'],
    ],
    [
      'an attachment in a loop',
      of({
        type: 'loop',
        source: 'variables.a',
        blocks: [{ type: 'attachment', filename: 'a', fileKey: MUG }],
      }),
      ["bodyDesign.blocks.0.blocks.0: an attachment can't be placed in a loop"],
    ],
    [
      'an address that begins with a secret',
      of({ type: 'button', label: 'a', url: '{{ secrets.TOKEN }}' }),
      ['bodyDesign.blocks.0.url: must not begin with a secret'],
    ],
    ['a shape', of({ type: 'heading' }), ['bodyDesign.blocks.0.text: required']],
  ];

  it.each(cases)('%s', async (_name, design, expected) => {
    expect(await problems(design)).toEqual(expected);
  });

  it.each([
    '<script>{{ variables.a }}</script>',
    '<!-- {% if variables.a %} --><b>{% endif %}',
    '<b onclick="{{ variables.a }}">x</b>',
    '<b style="color:{{ variables.a }}">x</b>',
    '<a {{ variables.a }}>x</a>',
    '<{{ variables.a }}>x',
    '<b title="{% if variables.a %}">{% endif %}</b>',
    '<svg>{% if variables.a %}</svg>{% endif %}<style>{{ variables.b }}</style>',
  ])('rejects Liquid that would be lost or break the email: %s', async (html) => {
    expect(await problems(of({ type: 'text', html }))).toEqual([
      expect.stringMatching(/^bodyDesign\.blocks\.0\.html: .*Liquid/),
    ]);
  });

  it('the preview text', async () => {
    expect(await problems({ blocks: [] }, { previewText: '{% x %}' })).toEqual([
      'previewText: Liquid: unknown tag "x", line 1, column 1',
    ]);
  });
});

it('HTML nested too deeply loses its tags and keeps its text, in both parts of the email', async () => {
  const html = `${'<b>'.repeat(5000)}deep{{ variables.n }}${'</b>'.repeat(5000)}`;
  const mail = await mails.render({ design: of({ type: 'text', html }), variables: { n: 1 } });
  expect(mail.html.match(/<b>/g)?.length).toBeLessThanOrEqual(100);
  expect([mail.html.includes('deep1'), mail.text]).toEqual([true, 'deep1\n\n']);
});

describe('the email', () => {
  it('opens with the preview text, hidden and followed by filler', async () => {
    const { html } = await mails.render({
      design: { blocks: [] },
      previewText: 'Hi {{ variables.n }} & co',
      variables: { n: '<b>' },
    });
    expect(html).toMatch(/<div style="display:none[^>]*>\s*Hi &lt;b&gt; &amp; co &#847;&zwnj;&nbsp;/);
  });

  it.each([
    ['en', 'auto', 'ltr'],
    ['ar', 'auto', 'rtl'],
    ['he', 'auto', 'rtl'],
    ['fa-ir', 'auto', 'rtl'],
    ['az-arab', 'auto', 'rtl'],
    ['pt-br', 'auto', 'ltr'],
    ['zz', 'auto', 'ltr'],
    ['ar', 'ltr', 'ltr'],
    ['en', 'rtl', 'rtl'],
  ])('in %s with direction %s is laid out %s', async (locale, direction, expected) => {
    const { html } = await compiled(
      { global: { direction }, ...of({ type: 'heading', text: 'a' }) },
      { locale },
    );
    expect(html).toContain(`<html lang="${locale}" dir="${expected}"`);
    expect(html).toContain(`align="${expected === 'rtl' ? 'right' : 'left'}"`);
  });

  it('has colors for dark mode unless they are turned off', async () => {
    const dark = await compiled(of({ type: 'heading', text: 'a' }));
    expect(dark.html).toContain('prefers-color-scheme:dark');
    expect(dark.html).toContain('<meta name="color-scheme" content="light dark">');
    const light = await compiled({ global: { darkMode: false }, ...of({ type: 'heading', text: 'a' }) });
    expect(light.html).not.toContain('prefers-color-scheme');
    expect(light.html).toContain('<meta name="color-scheme" content="light only">');
  });

  it('has the store’s logo, images of files, and ends with what sending adds', async () => {
    const design = of({ type: 'logo' }, { type: 'image', fileKey: MUG });
    const { html } = await compiled(design);
    expect(addresses(html)).toEqual([`${ORIGIN}/files/logo.png`, `${ORIGIN}/files/mug.png`]);
    expect(html).toContain('{% if mail_footer %}');
  });

  it('lists the files to attach, each with its enclosing conditions', async () => {
    const { attachments, html } = await compiled(
      of(
        { type: 'attachment', fileKey: MUG, filename: 'mug.png', sendAsLink: true },
        {
          type: 'conditional',
          if: 'variables.a',
          blocks: [],
          else: [
            {
              type: 'attachment',
              url: 'https://x.test/{{ variables.id }}',
              filename: '{{ variables.n }}.pdf',
              showIf: 'variables.b',
            },
          ],
        },
      ),
    );
    expect(attachments).toEqual([
      { fileKey: MUG, filename: 'mug.png', sendAsLink: true, when: '' },
      {
        url: 'https://x.test/{{ variables.id }}',
        filename: '{{ variables.n }}.pdf',
        sendAsLink: false,
        when: '{% if variables.a %}{% else %}{% if variables.b %}yes{% endif %}{% endif %}',
      },
    ]);
    expect(html).not.toContain('mug.png');
  });

  it('has the same content in plain text as in HTML', async () => {
    const design = of(
      { type: 'heading', text: 'A & B {% raw %}{{ x }}{% endraw %}' },
      {
        type: 'text',
        html: '<p>Hi <b>{{ variables.n | escape }}</b>, <a href="https://x.test/?a=1&amp;b={{ variables.n }}">go</a></p><ul><li>one</li><li>&#123;{ two }}</li></ul>',
      },
      { type: 'button', label: 'Go', url: 'https://x.test/{{ variables.n }}' },
    );
    const { text } = await mails.render({ design, variables: { n: 'Tom & "Jo"' } });
    expect(text).toBe(
      'A & B {{ x }}\n\nHi Tom & "Jo", go (https://x.test/?a=1&b=Tom & "Jo")\n\n- one\n- {{ two }}\n\nGo:\nhttps://x.test/Tom & "Jo"\n\n',
    );
  });
});

describe('rejects or stops a hostile design within 1.5 s of CPU, and the processes keep running', () => {
  const pool = createRenderPool({
    childEntry: renderChild,
    wallMs: 60_000,
    maxWaitMs: 60_000,
  });
  afterAll(() => pool.close());
  const job = {
    path: ['bodyDesign'],
    locale: 'en',
    previewText: '',
    files: {},
    logoUrl: null,
    presets: {},
    assetsUrl: '',
  };
  const repeated = (block: object, count = 200) => of(...Array.from({ length: count }, () => block));
  const deep = (depth: number): object =>
    depth === 0 ? { type: 'spacer' } : { type: 'loop', source: 'a', blocks: [deep(depth - 1)] };
  const bombs: [name: string, design: JsonObject][] = [
    ['1 MB of one text', of({ type: 'text', html: 'x'.repeat(1_000_000) })],
    ['ten texts of 100 KB', repeated({ type: 'text', html: '<b>x</b>'.repeat(12_000) }, 10)],
    ['33 000 open tags', of({ type: 'html', html: '<b>'.repeat(33_000) })],
    ['4700 nested styles', of({ type: 'html', html: '<b style="color:red">'.repeat(4700) })],
    ['an endless attribute', of({ type: 'html', html: `<a href="${'&#x6a;'.repeat(16_000)}">` })],
    ['thousands of blocks', repeated({ type: 'spacer' }, 20_000)],
    ['blocks 60 deep', of(deep(60))],
    ['200 tables of Liquid', repeated({ type: 'items' })],
    ['33 000 outputs', of({ type: 'text', html: '{{a}}x'.repeat(16_000) })],
    ['many outputs in 200 blocks', repeated({ type: 'text', html: '{{ variables.a }} '.repeat(250) })],
    ['2500-deep if', of({ type: 'text', html: '{%if a%}'.repeat(2500) + '{%endif%}'.repeat(2500) })],
    ['blank lines in a comment', of({ type: 'text', html: `{%# x${'\n'.repeat(99_000)}# %}` })],
    ['backslashes', of({ type: 'text', html: `{{ "${'\\'.repeat(99_000)}" }}` })],
  ];

  it.each(bombs)('%s', async (_name, design) => {
    // Warms up, so that the time to start processes doesn't count.
    await pool.compile('store', { ...job, design: of({ type: 'heading', text: 'a' }) });
    const { value: outcome, cpuMs } = await withCpu(() => pool.compile('store', { ...job, design }));
    expect(cpuMs).toBeLessThan(noMoreThan(1500));
    if ('html' in outcome) expect(outcome.html.length).toBeLessThanOrEqual(200_000);
    else expect(outcome.problems[0]?.path[0]).toBe('bodyDesign');
    const next = await pool.compile('store', { ...job, design: of({ type: 'heading', text: 'a' }) });
    expect(next).toHaveProperty('html');
  });
});
