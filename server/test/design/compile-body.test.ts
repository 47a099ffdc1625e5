import { afterAll, describe, expect, it } from 'vitest';
import { createRenderPool } from '../../src/adapters/child-processes/render-pool.ts';
import { textOf } from '../../src/kernel/messages/message.ts';
import { renderChild } from '../harness/child-entries.ts';
import { letter } from './layouts.ts';
import { type BodyMail, Mails } from './mails.ts';

const mails = new Mails();
afterAll(() => mails.close());

async function compiled(body: string, rest: Partial<BodyMail> = {}) {
  const outcome = await mails.compile({ body, ...rest });
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

async function problems(body: string, rest: Partial<BodyMail> = {}): Promise<string[]> {
  const outcome = await mails.compile({ body, ...rest });
  if (!('problems' in outcome)) return [];
  return outcome.problems.map(({ path, reason }) => `${path.join('.')}: ${textOf(reason)}`);
}

const FOOT = /\{% if mail_footer %\}<div [^>]*>\{\{ mail_footer \}\}<\/div>\{% endif %\}/;

describe('an HTML fragment', () => {
  it('gets a page with language, direction, character set, width and color schemes', async () => {
    const { html, attachments, warnings } = await compiled('<p>Hi</p>', { locale: 'ar' });
    expect(html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">\n<head>\n<meta charset="utf-8">/);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
    expect(html).toContain('<p>Hi</p>');
    expect({ attachments, warnings }).toEqual({ attachments: [], warnings: [] });
  });

  it('opens with the preview text, hidden and followed by filler, and ends with what sending adds', async () => {
    const previewText = 'Hi {{ variables.n }} & co';
    const { html } = await mails.render({ ...letter, previewText, variables: { n: '<b>' } });
    expect(html).toMatch(/<div [^>]*display:none[^>]*>Hi &lt;b&gt; &amp; co &#847;&zwnj;&nbsp;/);
    expect(html.indexOf('bought from us')).toBeGreaterThan(html.indexOf('Yours,'));
    const bare = await compiled('<p>Hi</p>');
    expect(bare.html).not.toContain('display:none');
    expect(bare.html).toMatch(new RegExp(`${FOOT.source}\\n</body>\\n</html>$`));
  });

  it.each([
    ['<p>A background of color</p>', 'light dark'],
    ['<td style="background:#eee">', 'light only'],
    ['<p style="color:#333">Hi</p>', 'light only'],
    ['<font color="#333">Hi</font>', 'light only'],
    ['<table bgcolor="#eee"><tr><td>Hi</td></tr></table>', 'light only'],
    ['<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p style="color:#333">', 'light dark'],
  ])('%s is shown %s', async (body, scheme) => {
    const { html } = await compiled(body);
    expect(html).toContain(`<meta name="color-scheme" content="${scheme}">`);
    expect(html.includes('{body{background:#101113')).toBe(scheme === 'light dark');
  });

  it('has the width of a letter unless it starts with its own layout', async () => {
    for (const body of ['Hi', '<p>Hi</p>', '<p>Hi</p><table><tr><td>a</td></tr></table>'])
      expect((await compiled(body)).html).toContain(`<div class="o-letter">${body}</div>`);
    for (const body of ['<table><tr><td>a</td></tr></table>', '<!-- x --><center>a</center>'])
      expect((await compiled(body)).html).toContain(`\n${body}\n`);
  });

  it.each(['', ' \n', '{% comment %}nothing{% endcomment %}'])('"%s" is an empty email', async (body) => {
    const { html, text } = await mails.render({ body });
    expect(
      html
        .replace(/<(?:style|title)>[\s\S]*<\/(?:style|title)>/g, '')
        .replace(/<[^>]*>/g, '')
        .trim(),
    ).toBe('');
    expect(text.trim()).toBe('');
  });

  it('warns when an email will be clipped', async () => {
    const { warnings } = await compiled('x'.repeat(95_000));
    expect(warnings).toEqual([expect.stringMatching(/^\d+ KB of HTML: Gmail clips emails at about 102 KB$/)]);
  });
});

describe('a complete page changes only in preview text and end', () => {
  const head =
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">\n<HTML lang=de>\n<Head><title>A & b</title>\n<style>a{color:red}</style></Head>';
  const hidden = /<div [^>]*display:none[^>]*>Soon [^<]*<\/div>/;
  const parts = async (body: string) => {
    const { html } = await compiled(body, { previewText: 'Soon' });
    return html.replace(hidden, '⟨preview⟩').replace(FOOT, '⟨foot⟩');
  };

  it.each([
    [
      `${head}<BODY class="a > b">Hi</BODY></HTML>`,
      `${head}<BODY class="a > b">⟨preview⟩Hi⟨foot⟩</BODY></HTML>`,
    ],
    [`${head}<p>Hi</p></HTML>\n`, `${head}⟨preview⟩<p>Hi</p>⟨foot⟩</HTML>\n`],
    ['<html><p>Hi</p>', '<html>⟨preview⟩<p>Hi</p>⟨foot⟩'],
    ['<body>Hi', '<body>⟨preview⟩Hi⟨foot⟩'],
    [
      '<!-- <body> --><html><body>a</body><!-- </body> --></html>',
      '<!-- <body> --><html><body>⟨preview⟩a⟨foot⟩</body><!-- </body> --></html>',
    ],
    [
      '<html><body>{% if variables.a %}a</body>{% else %}b</body>{% endif %}</html>',
      '<html><body>⟨preview⟩{% if variables.a %}a</body>{% else %}b⟨foot⟩</body>{% endif %}</html>',
    ],
  ])('%s', async (body, expected) => {
    expect(await parts(body)).toBe(expected);
  });
});

describe('the author’s HTML', () => {
  const kept = [
    '<table width=600 cellpadding=0><tr><td style=\'font-family:"Arial"\'>a & b &nbsp; &copy</td></tr></table>',
    '<!--[if mso]><table><tr><td width="300"><![endif]--><div>a</div><!--[if mso]></td></tr></table><![endif]-->',
    '<!--[if !mso]><!--><p>others</p><!--<![endif]--><!--[if gte mso 9]><xml><o:x/></xml><![endif]-->',
    '<style>a{b:c}@media x{d{e:f}}</style><p class="a{b">{c}</p><br/><img src=x alt=\'\'>',
    '<p>1 < 2 > 0, {not} % { 3 }} %} <></p>',
    '<script type="application/ld+json">{"@type":"Order","n":"1"}</script>',
  ];
  it.each(kept)('%s is unchanged', async (body) => {
    expect((await compiled(body)).html).toContain(body);
  });

  it('keeps Liquid between attributes, around rows, in style sheets, comments and data', async () => {
    const body = `<style>{% if variables.a %}p{color:{{ variables.a }}}{% endif %}</style>
<!-- {% if variables.a %} --><table>{% for i in (1..2) %}<tr {% if forloop.last %}class="last"{% else %}class=x{% endif %}><td>{{ i }}</td></tr>{% endfor %}</table><!-- {% endif %} -->
<script type="application/ld+json">{"n":"{{ variables.a }}"}</script>`;
    const { html } = await mails.render({ body, variables: { a: '<b"' } });
    expect(html).toContain('<style>p{color:&lt;b&#34;}</style>');
    expect(html).toContain('<tr class=x><td>1</td></tr><tr class="last"><td>2</td></tr>');
    expect(html).toContain('{"n":"&lt;b&#34;"}');
    expect((await mails.render({ body })).html).not.toContain('<td>');
  });

  it('restricts addresses to safe links', async () => {
    const body = [
      '<a href="{{ variables.bad }}">1</a>',
      "<a href='{{ variables.bad }}'>2</a>",
      '<a href={{ variables.bad }}>3</a>',
      '<img SRC="{{ variables.bad }}">',
      '<td background="{{ variables.bad }}">',
      '<!--[if mso]><v:rect href="{{ variables.bad }}"/><![endif]-->',
      '<a href="{{ variables.good }}&amp;c=3&d=\'4\'">7</a>',
      '<a href="{{ unsubscribe_url }}">8</a>',
      '<a href="https://x.test/{{ secrets.TOKEN }}">9</a>',
    ].join('\n');
    const variables = { bad: ' jAvA\tscript:alert(1)', good: 'https://x.test/?a=1&b="2"' };
    const { html } = await mails.render({ body, variables });
    const seen = [...html.matchAll(/(?:href|src|background)="([^"]*)"/gi)].map((match) => match[1]);
    expect(seen).toEqual([
      ...['#', '#', '#', '#', '#', '#'],
      'https://x.test/?a=1&amp;b=&#34;2&#34;&amp;c=3&amp;d=&#39;4&#39;',
      'https://mail.test/u',
      'https://x.test/s3cret &amp; more',
    ]);
  });

  it.each([
    ['<script>{{ variables.a }}</script>', 'Liquid is not allowed in a script'],
    ['<b onclick="{{ variables.a }}">', 'Liquid is not allowed in the attribute "onclick"'],
    ['<iframe srcdoc="{{ variables.a }}"></iframe>', 'Liquid is not allowed in the attribute "srcdoc"'],
    ['<a {{ variables.a }}>', 'Liquid in <a> is only allowed in the value of an attribute'],
    ['<a data-{{ variables.a }}="x">', 'Liquid in <a> is only allowed in the value of an attribute'],
    ['<a {% echo variables.a %}>', 'Liquid in <a> is only allowed in the value of an attribute'],
    ['<{{ variables.a }}>', 'Liquid is not allowed in the name of a tag; write &lt; for a plain "<"'],
    ['</p{{ variables.a }}>', 'Liquid is not allowed in the name of a tag; write &lt; for a plain "<"'],
    [
      '<a href={% if variables.a %}"x"{% else %}"y"{% endif %}>',
      'the quotation marks of the attribute "href" must not be inside Liquid',
    ],
    [
      '<b title="{% if variables.a %}">{% endif %}',
      'a Liquid tag must begin and end in the same attribute, and must not contain a secret there',
    ],
    ['<a href="{{ secrets.TOKEN }}">', 'must not begin with a secret'],
    ['<!x {{ variables.a }}>', 'Liquid is not allowed in <!…> and <?…>'],
    ['<!-- --!><a {{ variables.a }}> -->', 'Liquid in <a> is only allowed in the value of an attribute'],
    ['</ {{ variables.a }}>', 'Liquid is not allowed in <!…> and <?…>'],
    ['<p>Hi</p><!-- the end', '"<!--" not closed by "-->"'],
    ['<!doctype html', '"<!do" not closed by ">"'],
    ['<style>p{}', '<style> not closed'],
    ['<textarea>', '<textarea> not closed'],
    ['<p title="x>Hi</p>', 'attribute "title" not closed by a quotation mark'],
    ['Hi <p', '<p not closed by ">"'],
    ['<!--[if mso]><b onclick="{{ a }}"><![endif]-->', 'Liquid is not allowed in the attribute "onclick"'],
  ])('%s is rejected', async (body, reason) => {
    expect(await problems(body)).toEqual([`body: ${reason}`]);
  });

  it('rejects invalid Liquid with its location', async () => {
    expect(await problems('<p>\nHi {% if a %}</p>')).toEqual([
      'body: Liquid: tag "if" not closed, line 2, column 4',
    ]);
    expect(await problems('<p>{{ a b }}</p>')).toEqual(['body: Liquid: unexpected "b", line 1, column 9']);
    expect(await problems('', { previewText: '{% x %}' })).toEqual([
      'previewText: Liquid: unknown tag "x", line 1, column 1',
    ]);
    expect(await problems('{% assign mail_footer = "" %}')).toEqual([
      'body: Liquid: name "mail_footer" is reserved, line 1, column 11',
    ]);
  });

  it('rejects a body that is too long', async () => {
    expect(await problems('x'.repeat(200_001))).toEqual([
      'body: too long: 201,000 characters of HTML, at most 200,000',
    ]);
    expect(await problems('é'.repeat(600_000))).toEqual(['body: at most 1 MB']);
  });
});

describe('the plain-text part', () => {
  it('of a letter reads like a letter', async () => {
    expect((await mails.render(letter)).text).toBe(`Hello Mary,

your order #1001 is ready. You can fetch it at our shop in Kiln Lane, or have it sent to you (https://shop.example/o/1001).

What is in it

Item Price
2 × Stoneware mug €18.00
1 × Oak serving board with a handle €42.50

- We are open from nine to six.
- Something broken? Tell us (help@shop.example).

Yours,
Oak & Clay

You get this because you bought from us. Unsubscribe: https://mail.test/u
Oak & Clay · 1 Kiln Lane · Cork
`);
  });

  it.each([
    ['<p>A &amp; B &lt;c&gt;</p>{% raw %}{{ x }}{% endraw %}', 'A & B <c>\n\n{{ x }}'],
    ['<a href="https://x.test/?a=1&amp;b={{ variables.n }}">go</a>', 'go (https://x.test/?a=1&b=Tom & "Jo")'],
    ['<a href="https://x.test">https://x.test</a>', 'https://x.test'],
    [
      '<a href="https://x.test"><img src=x alt="Shop < now"></a><img src=x alt=Logo>',
      'Shop < now (https://x.test)',
    ],
    ['<html><head><title>No</title><style>p{}</style></head><body><p>Yes</p></body></html>', 'Yes'],
    ['<head>{% assign x = variables.n %}<title>{{ x }}</title></head>Hi {{ x }}', 'Hi Tom & "Jo"'],
    ['<!-- {% if variables.no %} --><p>No</p><!-- {% else %} --><p>Yes</p><!-- {% endif %} -->', 'Yes'],
    ['<style>{% if variables.no %}a{b:{{ variables.n }}}</style>no<style>{% endif %}</style>yes', 'yes'],
    ['<!--[if mso]>Outlook {{ variables.n }}<![endif]--><!--[if !mso]><!-->all<!--<![endif]-->', 'all'],
    [
      '<table><tr><td><table><tr><td>in</td><td>side</td></tr></table></td></tr></table>out',
      'in side\n\nout',
    ],
    [
      '<p>a</p>{% if variables.n %}<p>b</p>{% endif %}{% if variables.no %}<p>c</p>{% endif %}<p>d</p>',
      'a\n\nb\n\nd',
    ],
    [
      '<table>\n{% for i in (1..2) %}\n<tr>\n<td>{{ i }}</td> <td>x</td>\n</tr>\n{% endfor %}\n</table>\n<p>y</p>',
      '1 x\n2 x\n\ny',
    ],
    ['<td class={% if variables.n %}a{% endif %} {% if variables.n %}id=x{% endif %}>a</td>', 'a'],
    ['<p>one</p>\n\n\n<br><br><br><h1>two</h1>three<br>four', 'one\n\ntwo\n\nthree\nfour'],
    ['<p class="{% if variables.n %}a{% endif %}" {% if variables.n %}id=x{% endif %}>a</p>', 'a'],
    ['<script>alert(1)</script><p onclick="alert(1)">a</p>', 'a'],
  ])('%s', async (body, text) => {
    const variables = { n: 'Tom & "Jo"', no: false };
    expect((await mails.render({ body, variables })).text.trim()).toBe(text);
  });

  it('ends with a placeholder for what sending adds', async () => {
    expect((await compiled('<p>Hi</p>')).text).toBe(
      'Hi\n\n{% if mail_footer %}{{ mail_footer }}\n{% endif %}',
    );
  });
});

describe('rejects or stops a hostile body, and the processes keep running', () => {
  const pool = createRenderPool({
    childEntry: renderChild,
    wallMs: 60_000,
    maxWaitMs: 60_000,
  });
  afterAll(() => pool.close());
  const compile = (body: string) =>
    pool.compileBody('store', { body, path: ['body'], locale: 'en', previewText: '' });

  it.each([
    ['1 MB of text', 'x'.repeat(1_000_000)],
    ['60 000 open tags', '<b>'.repeat(60_000)],
    ['60 000 nested blocks', '<div>'.repeat(40_000)],
    ['nested tables', '<table><tr><td>'.repeat(13_000)],
    ['nested lists', '<ul><li>'.repeat(25_000)],
    ['signs that begin nothing', '<'.repeat(190_000)],
    ['comments', '<!---->'.repeat(28_000)],
    ['comments in comments', '<!--[if mso]>'.repeat(15_000)],
    ['comments for Outlook', '<!--[if a]><!--[if b]>-->'.repeat(8000)],
    ['style sheets', '<style></style>'.repeat(13_000)],
    ['style sheets that do not end', '<style>'.repeat(28_000)],
    ['attributes', `<p ${'a '.repeat(98_000)}>`],
    ['attributes of Liquid', `<p ${'a="{{ b }}" '.repeat(1600)}>`],
    ['33 000 outputs', '{{a}}x'.repeat(33_000)],
    ['braces', '{ '.repeat(99_000)],
    ['braces that are none', `{% raw %}${'{{'.repeat(90_000)}{% endraw %}`],
    ['words like marks', 'lq0x'.repeat(45_000)],
    ['2500-deep if', '{%if a%}'.repeat(2500) + '{%endif%}'.repeat(2500)],
  ])('%s', async (_name, body) => {
    const outcome = await compile(body);
    if ('html' in outcome) expect(outcome.html.length).toBeLessThanOrEqual(200_000);
    else expect(outcome.problems[0]?.path).toEqual(['body']);
    expect(await compile('<p>Hi</p>')).toHaveProperty('html');
  });
});
