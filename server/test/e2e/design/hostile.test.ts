import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileBody } from '../../../src/features/rendering/design/compile-body.rules.ts';
import { LiquidJob } from '../../../src/features/rendering/liquid/render-liquid.rules.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { markup, run } from '../../design/hostile-markup.ts';
import { type BodyMail, type Mail, Mails, ORIGIN } from '../../design/mails.ts';
import { sharedBrowser } from '../../harness/shared-app.ts';
import { sized } from '../../harness/size.ts';
import { type MailTab, openMailPage } from './browser.ts';
import { inEveryPlace, placeNames } from './injection-points.ts';

const browser = await sharedBrowser();
const mails = new Mails();
let mailPage: MailTab;
const hits: string[] = [];

beforeAll(async () => {
  mailPage = await openMailPage(browser);
  mailPage.page.on('dialog', (dialog) => {
    hits.push(dialog.message());
    void dialog.dismiss();
  });
});
afterAll(() => mails.close());

/** Addresses that have an effect. */
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

/** The number of values in one text: each is rendered separately from its neighbors. */
const TOGETHER = sized(6, 1);

/** Renders every hostile markup as a value with this output. */
const written = (output: (name: string) => string): string[] =>
  Array.from({ length: Math.ceil(markup.length / TOGETHER) }, (_, text) =>
    markup
      .map((_, i) => output(`variables.v${i}`))
      .slice(text * TOGETHER, (text + 1) * TOGETHER)
      .join(''),
  );

/** Hostile output that Liquid can be made to produce. */
const liquid: readonly string[] = [
  ...written((name) => `{{ ${name} }}`),
  `{{ variables.v1 | raw }}`,
  `{{ variables.v6 | raw }}{{ variables.v18 | raw }}{{ variables.v19 | raw }}`,
  ...written((name) => `{{ ${name} | raw }}`),
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

/** The scheme as browsers parse it: blanks and tabs are skipped, and a relative URL is on our origin. */
const schemeOf = (url: string) => (URL.canParse(url, ORIGIN) ? new URL(url, ORIGIN).protocol : '');

const inAttribute = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Shows emails, each in its own frame where scripts would run, triggers all handlers in them, and returns
 * their effects.
 */
async function findViolations(mails: string[]): Promise<string[]> {
  hits.length = 0;
  const { page, show } = mailPage;
  const asked = await show(mails.map((html) => `<iframe srcdoc="${inAttribute(html)}"></iframe>`).join(''));
  const links = await page.evaluate<string[]>(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not the server's
    const { document, Event } = globalThis as any;
    const seen: string[] = [];
    const frames = [...document.querySelectorAll('iframe')];
    for (const frame of frames)
      for (const element of frame.contentDocument.querySelectorAll('*')) {
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
    // Lets triggered handlers run before checking what they did.
    await new Promise((resolve) => setTimeout(resolve, 30));
    return seen;
  });
  const bad = links.filter(
    (each) => !each.startsWith('link ') || !SCHEMES.includes(schemeOf(each.slice('link '.length))),
  );
  const strangers = asked.filter((url) => !/^https:\/\/(?:mail\.test|x\.test|shop\.example)\//.test(url));
  return [...hits, ...bad, ...strangers];
}

/** The email, or `null` if the design is rejected. */
const mailOf = (mail: Mail | BodyMail) =>
  mails.render({ ...mail, variables: values }).then(
    ({ html }) => html,
    () => null,
  );

/** An email with the text in every place that accepts it. */
async function mailWith(text: string): Promise<string> {
  const whole = inEveryPlace(text);
  const blocks = whole.design['blocks'] as JsonObject[];
  const html = await mailOf(whole);
  if (html) return html;
  // A design may be rejected for one of its places; then each of the others is rendered alone.
  const alone = await Promise.all(blocks.map((block) => mailOf({ design: { blocks: [block] } })));
  const shown = alone.filter((each) => each !== null);
  expect(shown.length, text).toBeGreaterThan(0);
  return shown.join('\n');
}

/** The number of emails shown at once. */
const AT_ONCE = 12;
const inGroups = (texts: readonly string[]) =>
  Array.from({ length: Math.ceil(texts.length / AT_ONCE) }, (_, i) => {
    const group = texts.slice(i * AT_ONCE, (i + 1) * AT_ONCE);
    return { first: group[0], group };
  });

test('the detector reports planted violations', async () => {
  const guilty = `<a href="java&#9;script:x">x</a><img src=x onerror="${run}"><p style="position:fixed">`;
  expect(await findViolations(['<p>innocent</p>', guilty])).toEqual(
    expect.arrayContaining(['mail.test', 'handler onerror', 'link java\tscript:x', 'style position:fixed']),
  );
});

describe(`hostile text in ${placeNames.length} places runs nothing and loads nothing`, () => {
  test.each(inGroups(markup))('as written: $first and those after it', async ({ group }) => {
    expect(await findViolations(await Promise.all(group.map(mailWith)))).toEqual([]);
  });
  test.each(inGroups(liquid))('through Liquid: $first and those after it', async ({ group }) => {
    expect(await findViolations(await Promise.all(group.map(mailWith)))).toEqual([]);
  });
});

/** Positions of a value in someone's own HTML, whose markup is theirs and not hostile. */
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
  const values = [
    ...liquid.filter((text) => /^\{[{%](?! raw)/.test(text)),
    ...addresses.flatMap((_, i) => [`{{ variables.a${i} }}`, `{{ variables.a${i} | raw }}`]),
    `{{ "java" }}{{ "script:${run}" }}`,
  ];

  async function mailWithin(text: string): Promise<string> {
    const bodies = bodyPlaces.map((place, i) => place(text.replaceAll('NAME', `n${i}`)));
    const whole = await mailOf({ body: bodies.join('\n') });
    if (whole) return whole;
    const pages = await Promise.all(bodies.map((body) => mailOf({ body })));
    const shown = pages.filter((page) => page !== null);
    expect(shown.length, text).toBeGreaterThan(bodyPlaces.length - 2);
    return shown.join('\n');
  }

  test.each(inGroups(values))('$first and those after it', async ({ group }) => {
    expect(await findViolations(await Promise.all(group.map(mailWithin)))).toEqual([]);
  });
});

test('a value adds no attribute, whatever HTML surrounds it in a text layout', async () => {
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
  /** The HTML as it is sent, if the body is accepted. */
  const sent = (body: string): string[] => {
    const outcome = compileBody({ body, path: ['body'], locale: 'en', previewText: '' });
    if ('problems' in outcome) return [];
    const rendered = new LiquidJob(world).render(outcome.html, 'html');
    return 'reason' in rendered ? [] : [rendered.pieces.join('')];
  };
  const some = fc.array(bits, { minLength: 2, maxLength: 14 });
  await fc.assert(
    // The browser reads twenty of them almost as fast as one.
    fc.asyncProperty(fc.array(some, { minLength: 20, maxLength: 20 }), async (bodies) => {
      const sources = bodies.flatMap((body) => sent(body.join('')));
      shown += sources.length;
      const added = await mailPage.page.evaluate<string[], string[]>((sources) => {
        // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not the server's
        const { DOMParser } = globalThis as any;
        const names: string[] = [];
        for (const source of sources)
          for (const element of new DOMParser().parseFromString(source, 'text/html').querySelectorAll('*'))
            for (const { name } of element.attributes) names.push(name);
        return names.filter((name) => /onq/.test(name));
      }, sources);
      expect(added).toEqual([]);
    }),
    { numRuns: sized(50, 200) },
  );
  expect(shown).toBeGreaterThan(50);
});

test('escapes hostile language and file names', async () => {
  const outcome = await mails.compile({ design: { blocks: [] }, locale: '"><script>alert(1)</script>' });
  expect('html' in outcome && (await findViolations([outcome.html]))).toEqual([]);
});
