import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { starterDesignKeys } from '../../src/features/layouts/starter-designs/starter-designs.schema.ts';
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

test('200: everybody in a store sees the same five designs', async () => {
  for (const person of Object.values(team.people)) {
    const listed = await person.send('GET', at('/ready-designs'));
    expect(listed.body).toMatchObject({ total: 5, items: starterDesigns });
  }
  expect(starterDesigns.map(({ key }) => key)).toEqual(starterDesignKeys);
});

describe.each(starterDesigns)('$key', ({ key, ...content }) => {
  test('201: becomes a layout as it is', async () => {
    const made = await team.people.editor.send('POST', at('/email-templates'), { ...content, name: key });
    expect(made).toMatchObject({ status: 201, body: { ...content, name: key, bodyType: 'visual' } });
  });

  test('renders with its own test variables and misses none', async () => {
    const shown = await team.people.viewer.send('POST', at('/email-templates/preview'), content);
    expect(shown).toMatchObject({ status: 200, body: { missingVariables: [], locale: 'en' } });
    expect(shown.body.subject).not.toBe('');
    expect(shown.body.html).toContain('Oak &amp; Clay');
    expect(shown.body.html).not.toMatch(/\{[{%]/);
    expect(shown.body.text).toContain('Oak & Clay');
    const address = /postal address/;
    expect(shown.body.warnings.filter((warning: string) => !address.test(warning))).toEqual([]);
  });

  test('loads no picture from anywhere else', async () => {
    const shown = await team.people.viewer.send('POST', at('/email-templates/preview'), content);
    const pictures = [...shown.body.html.matchAll(/<img[^>]+src="([^"]*)"/g)].map(([, src]) => src);
    for (const src of pictures) expect(src).toMatch(/^http:\/\/localhost:3000\//);
  });
});
