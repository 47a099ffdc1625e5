import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import {
  starterDesignKeys,
  starterLanguages,
} from '../../src/features/layouts/starter-designs/starter-designs.schema.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
afterAll(() => outstep?.close());

const at = (path: string) => `/app/api/stores/${team.storeId}${path}`;

/** Gmail clips an email near 102 KB; leave room for what a store adds. */
const MAX_HTML_BYTES = 51 * 1024;

test('200 with the same fifteen starter designs for every role, in the requested language', async () => {
  for (const person of Object.values(team.people)) {
    const listed = await person.send('GET', at('/ready-designs'));
    expect(listed.body).toMatchObject({ total: 15, items: starterDesigns.en });
    const inGerman = await person.send('GET', at('/ready-designs?language=de'));
    expect(inGerman.body).toMatchObject({ total: 15, items: starterDesigns.de });
  }
  for (const language of starterLanguages)
    expect(starterDesigns[language].map(({ key }) => key)).toEqual(starterDesignKeys);
});

test('400 for a language without starter designs', async () => {
  const listed = await team.people.viewer.send('GET', at('/ready-designs?language=fr'));
  expect(listed).toMatchObject({ status: 400 });
});

test('200 with the brand of the store applied, which becomes part of the layout (contract: Brand 2)', async () => {
  const { people, storeId } = await team.another();
  const there = (path: string) => `/app/api/stores/${storeId}${path}`;
  const settings = ['brandLinkColor=#8a3b00', 'brandFontFamily=verdana', 'brandButtonRadius=50'];
  expect((await people.editor.send('PATCH', there('/settings'), { settings })).status).toBe(200);
  const { items } = (await people.viewer.send('GET', there('/ready-designs'))).body;
  expect(items).toHaveLength(starterDesigns.en.length);
  for (const { key, ...content } of items) {
    expect(content.bodyDesign.global).toMatchObject({
      ...{ linkColor: '#8a3b00', fontFamily: 'verdana', buttonRadius: 50 },
    });
    expect(content.bodyDesign.global).not.toHaveProperty('background');
    const made = await people.editor.send('POST', there('/email-templates'), { ...content, name: key });
    expect(made, made.text).toMatchObject({ status: 201, body: content });
  }
});

const all = starterLanguages.flatMap((language) => starterDesigns[language]);

describe.each(all)('$key in $defaultLocale', ({ key, defaultLocale, ...content }) => {
  test('201: becomes an unchanged layout in that language', async () => {
    const sent = { ...content, defaultLocale, name: key };
    const made = await team.people.editor.send('POST', at('/email-templates'), sent);
    expect(made).toMatchObject({ status: 201, body: { ...sent, bodyType: 'visual' } });
    expect(made.body.warnings ?? []).toEqual([]);
  });

  test('renders with its own test variables, none missing, and loads no external resource', async () => {
    const { requiredVariables: _, ...previewed } = content;
    const shown = await team.people.viewer.send('POST', at('/email-templates/preview'), {
      ...previewed,
      locale: defaultLocale,
    });
    expect(shown).toMatchObject({ status: 200, body: { missingVariables: [], locale: defaultLocale } });
    const { subject, previewText, html, text, warnings, sizeBytes } = shown.body;
    const shop = defaultLocale === 'en' ? 'Oak & Clay' : 'Eiche & Ton';
    for (const said of [subject, previewText, html, text]) {
      expect(said).not.toBe('');
      expect(said).not.toMatch(/\{[{%]|undefined|null/);
    }
    expect(html).toContain(shop.replace('&', '&amp;'));
    expect(text).toContain(shop);
    // The text part alone is enough to act on the email.
    expect(text).toMatch(/https:\/\/shop\.example\/\w/);
    expect(text).not.toMatch(/<\w|\n{3,}/);
    expect(warnings.filter((warning: string) => !/postal address/.test(warning))).toEqual([]);
    expect(sizeBytes).toBeLessThan(MAX_HTML_BYTES);
    const pictures = [...html.matchAll(/<img[^>]+src="([^"]*)"/g)].map(([, src]) => src);
    for (const src of pictures) expect(src).toMatch(/^http:\/\/localhost:3000\//);
  });
});
