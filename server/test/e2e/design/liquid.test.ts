import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mails } from '../../design/mails.ts';
import { sharedBrowser } from '../../harness/shared-app.ts';
import { type MailTab, openMailPage } from './browser.ts';
import { bodiesWith, bodyPlaces, firstIn, inEveryPlace, kindOf, placeNames } from './injection-points.ts';
import { snippets, variables } from './snippets.ts';

const browser = await sharedBrowser();
const mails = new Mails();
let mailPage: MailTab;

beforeAll(async () => {
  mailPage = await openMailPage(browser);
});
afterAll(() => mails.close());

/** What the browser finds between the marks of each place, in text and in attributes. */
const found = (html: string, count: number) =>
  mailPage.page.evaluate<string[][], [string, number]>(
    ([html, places]) => {
      // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not the server's
      const { DOMParser } = globalThis as any;
      const document = new DOMParser().parseFromString(html, 'text/html');
      const texts: string[] = [document.body.textContent];
      for (const element of document.body.querySelectorAll('*'))
        for (const { value } of element.attributes) texts.push(value);
      return Array.from({ length: places }, (_, i) =>
        texts.flatMap((text) =>
          text.includes(`⟦${i}⟧`)
            ? text
                .split(`⟦${i}⟧`)
                .slice(1)
                .map((part) => part.split(`⟦/${i}⟧`)[0] ?? '')
            : [],
        ),
      );
    },
    [html, count],
  );

/** How a piece of HTML reads as text, and as the value of an attribute. */
const read = (html: string) =>
  mailPage.page.evaluate<{ text: string; attribute: string }, string>((source) => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const { document } = globalThis as any;
    const [box, area] = [document.createElement('div'), document.createElement('textarea')];
    box.innerHTML = source;
    area.innerHTML = source;
    return { text: box.textContent, attribute: area.value };
  }, html);

const blanks = (text: string) => text.replace(/\s+/g, ' ').trim();

async function outside(snippet: string): Promise<{ text: string; attribute: string; plain: string }> {
  const [html = '', plain = ''] = await mails.liquid({
    texts: [
      { path: ['html'], text: snippet },
      { path: ['text'], text: snippet, escape: 'text' },
    ],
    variables,
    secrets: { TOKEN: 's3cret & more' },
    escape: 'html',
    placeholders: { unsubscribe_url: { html: 'https://mail.test/u', text: 'https://mail.test/u' } },
  });
  return { ...(await read(html)), plain };
}

describe('Liquid renders in every place of a design as it does outside (spec: What the service does 8)', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(60);

  test.each(snippets)('%s', async (snippet) => {
    const { html } = await mails.render({ ...inEveryPlace(snippet), variables });
    const expected = await outside(snippet.replaceAll('NAME', 'n'));
    const seen = await found(html, placeNames.length);
    for (const [i, name] of placeNames.entries()) {
      const wanted = kindOf(i) === 'text' ? expected.text : expected.attribute;
      expect(seen[i]?.map(blanks), name).toEqual([blanks(wanted)]);
    }
  });

  test('a for around rows of a table, and an if around cells', async () => {
    const { page, show } = mailPage;
    const html =
      '<table>{% for i in variables.items %}<tr><td>{{ i.title }}</td>{% if i.paid %}<td>paid</td>{% endif %}</tr>{% endfor %}</table>';
    await show((await mails.render({ design: { blocks: [{ type: 'html', html }] }, variables })).html);
    // MJML's own tables have only one cell per row.
    const rows = await page.locator('td:text-is("paid")').locator('..').allTextContents();
    expect(rows).toEqual(['Mugpaid']);
    expect(await page.getByText('Cup <s>').count()).toBe(1);
  });

  test('an address may begin with Liquid, whose value must be an address', async () => {
    const { page, show } = mailPage;
    const link = (url: string) => ({ type: 'button', label: 'Go', url });
    const blocks = [
      link('{{ variables.good }}'),
      link('{% if variables.good %}{{ variables.good }}{% endif %}&x="'),
      link('{{ unsubscribe_url }}'),
      link('{{ variables.bad }}'),
      link('{{ "java" }}{{ "script:alert(1)" }}'),
      link('https://x.test/{{ secrets.TOKEN }}?{{ variables.quote }}'),
    ];
    const values = { good: 'https://x.test/?a=1&b=2', bad: ' jAvA\tscript:alert(1)', quote: '"' };
    await show((await mails.render({ design: { blocks }, variables: values })).html);
    const hrefs = await page.locator('a:text-is("Go")').evaluateAll((links) =>
      // biome-ignore lint/suspicious/noExplicitAny: as above
      links.map((each: any) => each.getAttribute('href')),
    );
    expect(hrefs).toEqual([
      'https://x.test/?a=1&b=2',
      'https://x.test/?a=1&b=2&x="',
      'https://mail.test/u',
      '#',
      '#',
      'https://x.test/s3cret & more?"',
    ]);
  });
});

describe('Liquid renders in every place of a text layout’s HTML as it does outside (spec: What the service does 8)', () => {
  test.each(snippets)('%s', async (snippet) => {
    const expected = await outside(snippet.replaceAll('NAME', 'n'));
    for (const body of bodiesWith(snippet)) {
      const { html, text } = await mails.render({ body, variables });
      const seen = await found(html, bodyPlaces.length);
      for (const [i, { name, kind }] of bodyPlaces.entries()) {
        const wanted = kind === 'text' ? expected.text : expected.attribute;
        expect(seen[i]?.map(blanks), name).toEqual([blanks(wanted)]);
      }
      expect(blanks(firstIn(text) ?? 'lost')).toBe(blanks(expected.plain));
    }
  });
});
