import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileBody } from '../../../src/features/rendering/design/compile-body.rules.ts';
import { LiquidJob } from '../../../src/features/rendering/liquid/render-liquid.rules.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { type BodyMail, type Mail, Mails, ORIGIN } from '../../design/mails.ts';
import { openBrowser, show } from './browser.ts';
import { everywhere, placeNames } from './places.ts';

const mails = new Mails();
let browser: Browser;
let page: Page;
const hits: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  page.on('dialog', (dialog) => {
    hits.push(dialog.message());
    void dialog.dismiss();
  });
});
afterAll(async () => {
  await browser?.close();
  await mails.close();
});

const run = 'alert(document.domain)';

/** Markup that has run scripts past one sanitiser or another. */
const markup: readonly string[] = [
  `<script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `"><img src=x onerror=${run}>`,
  `' onmouseover='${run}`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<math><style><a title="</style><img src=x onerror=${run}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<select><noembed></select><script>x='<img src=x onerror=${run}>'; ${run}</script>`,
  `<noembed><img title="</noembed><img src onerror=${run}>"></noembed>`,
  `<textarea><p title="</textarea><img src=x onerror=${run}>">`,
  `<title><a title="</title><img src=x onerror=${run}>">`,
  `<xmp><p title="</xmp><svg/onload=${run}>">`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<iframe src="javascript:parent.${run}"></iframe>`,
  `<object data="javascript:${run}"></object><embed src="javascript:${run}">`,
  `<a href="javascript:${run}">x</a>`,
  `<a href="jav&#9;ascript:${run}">x</a>`,
  `<a href="jav&#x0A;ascript:${run}">x</a>`,
  `<a href="&#1;javascript:${run}">x</a>`,
  `<a href="JaVaScRiPt&colon;${run}">x</a>`,
  `<a href=" javascript:${run}">x</a>`,
  `<a href="vbscript:x">x</a><a href="data:text/html,<script>${run}</script>">x</a>`,
  `<form><button formaction="javascript:${run}">x</button></form>`,
  `<form action="javascript:${run}"><input type=submit></form>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<link rel=stylesheet href="https://evil.test/x.css">`,
  `<style>@import "https://evil.test/x.css";*{background:url(https://evil.test/x)}</style>`,
  `<p style="background:url(https://evil.test/x);position:fixed;inset:0">x</p>`,
  `<p style="color:red;background-image:url('https://evil.test/x')">x</p>`,
  `<details open ontoggle=${run}>x</details>`,
  `<video><source onerror=${run}></video><audio src=x onerror=${run}>`,
  `<body onload=${run}>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<!--[if mso]><img src=x onerror=${run}><![endif]-->--><img src=x onerror=${run}>`,
  `--><script>${run}</script><!--`,
  `<![endif]--><script>${run}</script>`,
  `</title></style></textarea></noscript><script>${run}</script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `<template><script>${run}</script></template><slot onslotchange=${run}>`,
  `<b title="&quot; onmouseover=${run} x=&quot;">x</b>`,
  `<bdo id=x><a id=x name=domain>`,
];

/** Addresses that do something. */
const addresses: readonly string[] = [
  `javascript:${run}`,
  ` jAvA\tscript:${run}`,
  `\u0001javascript:${run}`,
  `java&#115;cript:${run}`,
  `&#106;avascript:${run}`,
  'vbscript:x',
  `data:text/html,<script>${run}</script>`,
];

const values: JsonObject = {
  ...Object.fromEntries(markup.map((text, i) => [`v${i}`, text])),
  ...Object.fromEntries(addresses.map((text, i) => [`a${i}`, text])),
};

/** Hostile things that Liquid can be made to say. */
const liquid: readonly string[] = [
  ...markup.map((_, i) => `{{ variables.v${i} }}`),
  `{{ variables.v1 | raw }}`,
  `{{ variables.v6 | raw }}{{ variables.v18 | raw }}{{ variables.v19 | raw }}`,
  ...markup.map((_, i) => `{{ variables.v${i} | raw }}`),
  `{% echo variables.v1 %}{% cycle variables.v0, variables.v1 %}`,
  `{% capture NAME %}{{ variables.v45 | raw }}{% endcapture %}{{ NAME }}{{ NAME | upcase }}`,
  `{{ variables.v1 | escape | newline_to_br }}{{ variables.v1 | strip_html | raw }}`,
  `{{ "<script>${run}</script>" | raw }}`,
  `{% tablerow i in (1..2) %}{{ variables.v1 | raw }}{% endtablerow %}`,
  `{% raw %}<script>${run}</script>{{ x }}{% endraw %}`,
  `{<script></script>{ variables.v1 }}`,
  `&#123;&#123; variables.v1 | raw }}`,
];

const SCHEMES = ['https:', 'http:', 'mailto:', 'tel:', 'sms:'];

/** As the browser reads it: it passes over blanks and tabs, and a relative address is ours. */
const schemeOf = (url: string) => (URL.canParse(url, ORIGIN) ? new URL(url, ORIGIN).protocol : '');

/** Shows a mail, touches everything in it, and tells what it did. */
async function misdeeds(html: string): Promise<string[]> {
  hits.length = 0;
  const asked = await show(page, html);
  const links = await page.evaluate<string[]>(() => {
    // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not the server's
    const { document, Event } = globalThis as any;
    const seen: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) seen.push(`handler ${name}`);
        if (['href', 'src', 'action', 'formaction'].includes(name)) seen.push(`link ${value.trim()}`);
        if (name === 'style' && /url\(|position|expression/i.test(value)) seen.push(`style ${value}`);
      }
      if (/^(script|iframe|object|embed|form|base|link|svg|math)$/i.test(element.tagName))
        seen.push(`element ${element.tagName}`);
      for (const type of ['mouseover', 'click', 'focus', 'toggle', 'error'])
        if (element.tagName !== 'A') element.dispatchEvent(new Event(type));
    }
    return seen;
  });
  await page.waitForTimeout(30);
  const bad = links.filter(
    (each) => !each.startsWith('link ') || !SCHEMES.includes(schemeOf(each.slice('link '.length))),
  );
  const strangers = asked.filter((url) => !/^https:\/\/(?:mail\.test|x\.test|shop\.example)\//.test(url));
  return [...hits, ...bad, ...strangers];
}

/** The mail if the design is taken. */
const mailOf = (mail: Mail | BodyMail) =>
  mails.render({ ...mail, variables: values }).then(
    ({ html }) => html,
    () => null,
  );

async function everywhereSafe(text: string): Promise<void> {
  const whole = everywhere(text);
  const blocks = whole.design['blocks'] as JsonObject[];
  const html = await mailOf(whole);
  // A design may be refused for one of its places; then each of the others stands alone.
  const pages = html
    ? [html]
    : await Promise.all(blocks.map((block) => mailOf({ design: { blocks: [block] } })));
  const shown = pages.filter((page) => page !== null);
  expect(shown.length).toBeGreaterThan(0);
  expect(await misdeeds(shown.join('\n')), text).toEqual([]);
}

test('what finds misdeeds finds them', async () => {
  const guilty = `<a href="java&#9;script:x">x</a><img src=x onerror="${run}"><p style="position:fixed">`;
  expect(await misdeeds(guilty)).toEqual(
    expect.arrayContaining(['mail.test', 'handler onerror', 'link java\tscript:x', 'style position:fixed']),
  );
});

describe(`hostile text in ${placeNames.length} places runs nothing and loads nothing`, () => {
  test.each(markup)('as it is: %s', (text) => everywhereSafe(text));
  test.each(liquid)('through Liquid: %s', (text) => everywhereSafe(text));
});

/** Where a value may stand in somebody's own HTML, whose markup is theirs and not hostile. */
const bodyPlaces = [
  (text: string) => `<p>${text}</p>`,
  (text: string) => `<p title="${text}" class='${text}' id=${text}>x</p>`,
  (text: string) => `<a href="${text}">x</a><a href='${text}'>x</a><a href=${text}>x</a><img alt="${text}">`,
  (text: string) =>
    `<a href="https://x.test/${text}">x</a><img src="https://mail.test/files/mug.png?${text}">`,
  (text: string) => `<!-- ${text} --><!--[if mso]><v:rect href="${text}">${text}</v:rect><![endif]-->`,
  (text: string) => `<textarea title="${text}">${text}</textarea><title>${text}</title>`,
  (text: string) => `<table><tr {% if true %}title="${text}"{% endif %}><td>${text}</td></tr></table>`,
];

describe(`hostile values in ${bodyPlaces.length} places of a text layout run nothing and load nothing`, () => {
  const written = [
    ...liquid.filter((text) => /^\{[{%](?! raw)/.test(text)),
    ...addresses.flatMap((_, i) => [`{{ variables.a${i} }}`, `{{ variables.a${i} | raw }}`]),
    `{{ "java" }}{{ "script:${run}" }}`,
  ];

  test.each(written)('%s', async (text) => {
    const pages = await Promise.all(
      bodyPlaces.map((place, i) => mailOf({ body: place(text.replaceAll('NAME', `n${i}`)) })),
    );
    const shown = pages.filter((page) => page !== null);
    expect(shown.length).toBeGreaterThan(bodyPlaces.length - 2);
    expect(await misdeeds(shown.join('\n')), text).toEqual([]);
  });
});

test('whatever HTML stands around it in a text layout, a value adds no attribute', async () => {
  const bits = fc.constantFrom(
    ...['{{ variables.v }}', '{{ variables.v | raw }}', '{% if true %}', '{% endif %}', '{{ variables.v }}'],
    ...['<p ', '<p>', '<a href=', '<a href="', "<i title='", '<b', '<b/', '</p ', '</p>', '<', '>', '/', '='],
    ...['"', "'", ' ', '\n', 'x', 'title=', 'title="', ' data-', '&quot;', '&', '-', '!', '?', '{', '}'],
    ...['<!--', '-->', '--!>', '<!-->', '<!--[if mso]>', '<!--[if !mso]><!-->', '<![endif]-->', '<!x', '<?x'],
    ...['<style>', '</style>', '<textarea>', '</textarea >', '<title>', '</TITLE>', '<xmp>', '</xmp>'],
    ...[
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<select>',
      '<template>',
      '<noscript>',
      '</noscript>',
      '<br/>',
    ],
  );
  const v = 'x onq=1 "onq=1 \'onq=1 >onq=1 /onq=1 <b onq=1> -->\n<img onq=1 title="><b onq=1">';
  const world = { variables: { v }, secretLengths: null, placeholders: {}, locale: 'en' };
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(bits, { minLength: 2, maxLength: 14 }), async (some) => {
      const outcome = compileBody({ body: some.join(''), path: ['body'], locale: 'en', previewText: '' });
      if ('problems' in outcome) return;
      const rendered = new LiquidJob(world).render(outcome.html, 'html');
      if ('reason' in rendered) return;
      shown++;
      const added = await page.evaluate<string[], string>((source) => {
        // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not the server's
        const { DOMParser } = globalThis as any;
        const names: string[] = [];
        for (const element of new DOMParser().parseFromString(source, 'text/html').querySelectorAll('*'))
          for (const { name } of element.attributes) names.push(name);
        return names.filter((name) => /onq/.test(name));
      }, rendered.pieces.join(''));
      expect(added).toEqual([]);
    }),
    { numRuns: 4000 },
  );
  expect(shown).toBeGreaterThan(50);
});

test('hostile names of languages and of files stay where they are', async () => {
  const outcome = await mails.compile({ design: { blocks: [] }, locale: '"><script>alert(1)</script>' });
  expect('html' in outcome && (await misdeeds(outcome.html))).toEqual([]);
});
