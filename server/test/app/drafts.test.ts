import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maintain } from '../../src/processes/maintain.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser, type RequestHeaders } from './browser.ts';
import { expectOk, newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;
let id: string;
beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
afterAll(() => outstep?.close());

const sql = (text: string, values: unknown[] = []) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text, values));

const layouts = (storeId = team.storeId) => `/app/api/stores/${storeId}/email-templates`;
const send = (
  method: string,
  path = '',
  body?: unknown,
  headers?: RequestHeaders,
  who = team.people.editor,
) => who.send(method, `${layouts()}/${id}${path}`, body, headers);
const get = async (path = '', who?: Browser) => expectOk(send('GET', path, undefined, undefined, who));
const own = async (who?: Browser) => (await get('/draft', who)).draft;

const text = (html: string) => ({ type: 'text', html });
const main = (subject: string, html = 'One') => ({
  ...{ subject, previewText: '', bodyDesign: { blocks: [text(html)] } },
});
const work = (languages: object, baseVersion = 2) => ({ baseVersion, languages });
const put = (languages: object, baseVersion = 2, headers?: RequestHeaders, who?: Browser) =>
  send('PUT', '/draft', work(languages, baseVersion), headers, who);
const at = (revision: number) => ({ 'if-match': `"r${revision}"` });

/** A layout in two languages, at version 2. */
async function newLayout() {
  const made = await team.people.editor.send('POST', layouts(), {
    ...{ name: 'Receipt', subject: 'Hello', bodyDesign: { blocks: [text('One')] } },
  });
  await team.people.editor.send('PUT', `${layouts()}/${made.body.id}/translations/de`, {
    ...{ subject: 'Hallo', bodyDesign: { blocks: [text('Eins')] } },
  });
  return made.body.id as string;
}
beforeEach(async () => {
  id = await newLayout();
});

describe('drafts', () => {
  test('stores a draft with its base version and continues it (contract: Drafts 1; Drafts 2)', async () => {
    expect(await get('/draft')).toEqual({ draft: null });
    const first = await put({ en: main('Hello, you') }, 2, at(0));
    expect(first, first.text).toMatchObject({ status: 200, body: { baseVersion: 2, revision: 1 } });
    expect(first.headers.get('etag')).toBe('"r1"');
    const second = await put({ en: main('Hello, all'), de: main('Hallo, alle', 'Eins') }, 2, at(1));
    expect(second.body).toMatchObject({ id: first.body.id, revision: 2, locales: ['de', 'en'] });
    expect(await own()).toMatchObject({
      ...{ id: first.body.id, isOwn: true, author: { type: 'user', name: expect.stringMatching(/^editor/) } },
      ...{ baseVersion: 2, revision: 2, createdAt: first.body.createdAt },
      base: { en: main('Hello'), de: main('Hallo', 'Eins') },
      languages: { en: main('Hello, all'), de: main('Hallo, alle', 'Eins') },
    });
    // Saving the draft with one language removes the other.
    await put({ de: main('Hallo, du', 'Eins') }, 2, at(2));
    expect(Object.keys((await own()).base)).toEqual(['de']);
    // The layout itself is unchanged.
    expect(await get()).toMatchObject({ version: 2, subject: 'Hello' });
  });

  test('returns its changes against its base version, even after other saves (contract: Drafts 2; Drafts 4)', async () => {
    await put({ en: main('Mine', 'Two'), de: main('Meins', 'Eins') });
    await send('PUT', '', { subject: 'Theirs' });
    const draft = await own();
    expect(draft.base.en.subject).toBe('Hello');
    expect((await get(`/drafts/${draft.id}`)).changes).toEqual([
      { path: 'layout.subject', before: 'Hello', after: 'Mine' },
      { path: 'layout.bodyDesign.blocks[0].html', before: 'One', after: 'Two' },
      { path: 'translations.de.subject', before: 'Hallo', after: 'Meins' },
    ]);
    // Based on an earlier version that is still kept.
    await send('DELETE', '/draft');
    await put({ en: main('Mine') }, 2, at(0));
    expect((await own()).base.en.subject).toBe('Hello');
  });

  test('accepts invalid content in the right shape (contract: Drafts 1)', async () => {
    const half = { subject: '', previewText: '{{ half', bodyDesign: { blocks: [{ type: 'nothing' }, 7] } };
    await expectOk(put({ en: half }));
    expect((await own()).languages).toEqual({ en: half });
    const code = { subject: 'S', previewText: '', code: '{ "blocks": [' };
    await expectOk(put({ en: code }));
    expect(await own()).toMatchObject({ languages: { en: code } });
    expect((await get(`/drafts/${(await own()).id}`)).changes).toContainEqual(
      expect.objectContaining({ path: 'layout.bodyDesign', after: code.code }),
    );
    const deep = JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`);
    const refused: [unknown, number, RegExp][] = [
      [work({}), 400, /^languages: required/],
      [work({ en: { subject: 'S' } }), 400, /languages\.en\.previewText: required/],
      [work({ en: { ...code, bodyDesign: {} } }), 400, /specify only one of bodyDesign, code and body/],
      [work({ en: { ...main('S'), more: 1 } }), 400, /languages\.en\.more: unknown field/],
      [work({ en: { subject: 'S', previewText: '', body: '<p>' } }), 400, /body: only for text layouts/],
      [work({ en: { ...main('S'), subject: 'x'.repeat(10_001) } }), 400, /at most 10000 characters/],
      [work({ EN: main('S') }), 400, /must be a language code/],
      [work({ fr: main('S') }), 400, /languages\.fr: is not a language of that version/],
      [work({ en: main('S') }, 9), 400, /baseVersion: this version does not exist/],
      [work({ en: main('S') }, 0), 400, /baseVersion: must be at least 1/],
      [work({ en: { ...main('S'), bodyDesign: deep } }), 413, /request body: /],
      [work({ en: { ...main('S'), bodyDesign: { x: 'x'.repeat(2_097_152) } } }), 413, /larger than 2 MB/],
      [work({ en: { ...main('S'), subject: '\0' } }), 400, /must not contain NUL/],
    ];
    for (const [body, status, error] of refused) {
      const answer = await send('PUT', '/draft', body);
      expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(error)]);
    }
    expect(await own()).toMatchObject({ languages: { en: code } });
  });

  test("a text layout's draft contains its HTML", async () => {
    const made = await team.people.editor.send('POST', layouts(), {
      ...{ name: 'T', subject: 'S', bodyType: 'text', body: '<p>One' },
    });
    id = made.body.id;
    const wrong = await put({ en: main('S') }, 1);
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: 'languages.en.bodyDesign: only for visual layouts' },
    });
    const html = { subject: 'S', previewText: '', body: '<p>Two' };
    await expectOk(put({ en: html }, 1));
    expect(await own()).toMatchObject({ base: { en: { body: '<p>One' } }, languages: { en: html } });
  });

  test('412 when another device has saved a newer draft, overwriting nothing (contract: Drafts 3)', async () => {
    await put({ en: main('On the laptop') }, 2, at(0));
    expect((await put({ en: main('On the phone') }, 2, at(0))).status).toBe(412);
    expect((await put({ en: main('On the phone') }, 2, at(7))).status).toBe(412);
    expect((await own()).languages.en.subject).toBe('On the laptop');
    expect((await put({ en: main('On the phone') }, 2, at(1))).status).toBe(200);
    expect((await send('DELETE', '/draft', undefined, at(1))).status).toBe(412);
    expect((await send('DELETE', '/draft', undefined, at(2))).body).toEqual({ dropped: true });
    expect((await send('DELETE', '/draft')).body).toEqual({ dropped: false });
    // However many writes arrive at once, only one of them gets each revision.
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put({ en: main(`By tab ${n}`) }, 2, at(0))),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    const next = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put({ en: main(`Next of ${n}`) }, 2, at(1))),
    );
    expect(next.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('412 when its base version has been pruned', async () => {
    for (let n = 0; n < 26; n++) await send('PUT', '', { subject: `S${n}` });
    expect((await put({ en: main('Mine') }, 2)).status).toBe(412);
  });

  test('is not audited, and is rejected in a suspended store (contract: Drafts 1)', async () => {
    const { storeId, people } = await team.another('Paused');
    const made = await expectOk(people.editor.send('POST', layouts(storeId), { name: 'L', subject: 'S' }));
    const path = `${layouts(storeId)}/${made.id}/draft`;
    const body = work({ en: { ...main('T'), bodyDesign: { blocks: [] } } }, 1);
    await expectOk(people.editor.send('PUT', path, body));
    const log = await expectOk(people.owner.send('GET', `/app/api/stores/${storeId}/audit-log`));
    expect(log.items.map(({ operation }: { operation: string }) => operation)).not.toContain('put_draft');
    await outstep.operator(storeId, 'suspend_store', { why: 'unpaid' });
    expect((await people.editor.send('PUT', path, body)).status).toBe(403);
    expect((await people.editor.send('GET', path)).status).toBe(200);
  });
});

describe('draft visibility', () => {
  test('shows who has a draft to everyone and its content only to the author (contract: Drafts 4)', async () => {
    const { owner, viewer, editor } = team.people;
    await put({ en: main('A secret plan') });
    const { id: draft } = await own();
    const key = await outstep.newKey(team.storeId, 'read');
    const seen = { id: draft, isOwn: false, baseVersion: 2, locales: ['en'] };
    for (const list of [
      await get('/drafts', owner),
      await get('/drafts', viewer),
      (await outstep.call(key, 'GET', `/api/v1/email-templates/${id}/drafts`)).body,
    ]) {
      expect(list).toMatchObject({ total: 1, items: [{ ...seen, author: { type: 'user' } }] });
      expect(JSON.stringify(list)).not.toContain('secret plan');
    }
    expect((await get('/drafts', editor)).items[0].isOwn).toBe(true);
    for (const who of [owner, viewer]) {
      expect(await own(who)).toBeNull();
      expect((await send('GET', `/drafts/${draft}`, undefined, {}, who)).status).toBe(404);
    }
    expect((await send('POST', `/drafts/${draft}/publish`, {}, {}, owner)).status).toBe(404);
    expect((await send('PUT', '/draft', work({ en: main('S') }), {}, viewer)).status).toBe(403);
    expect((await outstep.call(key, 'GET', `/api/v1/email-templates/${id}/drafts/${draft}`)).status).toBe(
      404,
    );
    expect((await send('GET', '/drafts/x')).status).toBe(404);
    // A page that outlived its session must not save as the person who signed in next.
    const sent = { ...work({ en: main('Of the editor') }), writer: team.idOf.editor };
    expect((await send('PUT', '/draft', sent, {}, owner)).status).toBe(401);
    expect(await own(owner)).toBeNull();
    expect((await send('PUT', '/draft', sent)).status).toBe(200);
    await put({ en: main('A secret plan') });
    // Each person has their own draft.
    await expectOk(put({ en: main('Of the owner') }, 2, at(0), owner));
    expect((await own()).languages.en.subject).toBe('A secret plan');
    expect((await get('/drafts')).total).toBe(2);
  });

  test('404 for a layout of another store and its draft', async () => {
    await put({ en: main('Mine') });
    const { id: draft } = await own();
    const other = await team.another('Elsewhere');
    for (const path of ['/draft', '/drafts', `/drafts/${draft}`]) {
      const answer = await other.people.editor.send('GET', `${layouts(other.storeId)}/${id}${path}`);
      expect(answer.status).toBe(404);
    }
    const elsewhere = await newLayout();
    expect((await team.people.editor.send('GET', `${layouts()}/${elsewhere}/drafts/${draft}`)).status).toBe(
      404,
    );
  });
});

describe('publishing', () => {
  const publish = async (body: object = {}, headers?: RequestHeaders) =>
    send('POST', `/drafts/${(await own()).id}/publish`, body, headers);

  test('publishes all languages as one version and deletes the draft (contract: Drafts 5)', async () => {
    await put({ en: main('Hello, you', 'One!'), de: main('Hallo, du', 'Eins!') });
    const answer = await publish({}, at(2));
    expect(answer, answer.text).toMatchObject({ status: 200, body: { version: 3, subject: 'Hello, you' } });
    expect(answer.headers.get('etag')).toBe('"r3"');
    expect(await get('/translations/de')).toMatchObject({ ...main('Hallo, du', 'Eins!'), stale: [] });
    expect((await get('/versions')).items[0]).toMatchObject({ version: 3, source: 'app' });
    expect(await own()).toBeNull();
    const log = await expectOk(team.people.owner.send('GET', `/app/api/stores/${team.storeId}/audit-log`));
    expect(log.items[0]).toMatchObject({ operation: 'publish_draft' });
  });

  test('marks texts as up to date if the main language is unchanged (contract: Drafts 8)', async () => {
    await send('PUT', '', { subject: 'Good day', bodyDesign: { blocks: [text('First')] } });
    const stale = async () => (await get('/translations/de')).stale;
    expect(await stale()).toEqual(['subject', 'bodyDesign.blocks[0].html']);
    const stillRight = { subject: 'Good day', 'bodyDesign.blocks[0].html': 'Said before' };
    await put({ de: { ...main('Hallo', 'Eins'), stillRight } }, 3);
    const draft = await own();
    expect(draft.languages.de.stillRight).toEqual(stillRight);
    expect((await get(`/drafts/${draft.id}`)).changes).toEqual([]);
    expect((await publish()).status).toBe(200);
    expect(await stale()).toEqual(['bodyDesign.blocks[0].html']);
  });

  test('applies blocks to the other languages on request', async () => {
    const bodyDesign = { blocks: [text('One'), { type: 'divider' }] };
    await put({ en: { ...main('Hello'), bodyDesign } });
    await expectOk(publish({ follow: true }));
    expect((await get('/translations/de')).bodyDesign.blocks).toEqual([text('Eins'), { type: 'divider' }]);
  });

  test('412 on any version but its base, keeping the draft (contract: Drafts 5)', async () => {
    await put({ en: main('Mine') });
    await send('PUT', '', { subject: 'Theirs' });
    for (const headers of [{}, at(2), at(3)]) expect((await publish({}, headers)).status).toBe(412);
    expect(await get()).toMatchObject({ version: 3, subject: 'Theirs' });
    expect((await own()).languages.en.subject).toBe('Mine');
  });

  test('400 with the field names of a save, keeping the draft', async () => {
    await put({ de: { ...main('', 'Eins') } });
    expect((await publish()).body.error).toBe('translations.de.subject: required');
    await put({ en: main('S', '{{ half') });
    expect((await publish()).body.error).toMatch(/^bodyDesign\.blocks\[0\]\.html: Liquid/);
    await put({ en: { subject: 'S', previewText: '', code: '{' } });
    expect((await publish()).body.error).toBe('bodyDesign: not valid JSON');
    expect(await own()).not.toBeNull();
    expect((await get()).version).toBe(2);
  });

  test('races writes of keys and of its author without a loss (contract: Drafts 3; Drafts 5)', async () => {
    const key = await outstep.newKey(team.storeId, 'write');
    for (let round = 0; round < 6; round++) {
      id = await newLayout();
      const { body: kept } = await put({ en: main('Mine') });
      const [published, written, later] = await Promise.all([
        send('POST', `/drafts/${kept.id}/publish`, {}),
        outstep.call(key, 'PATCH', `/api/v1/email-templates/${id}`, { previewText: 'Theirs' }),
        put({ en: main('Mine, later') }, 2, at(1)),
      ]);
      expect(written.status).toBe(200);
      const layout = await get();
      const draft = await own();
      expect(layout.previewText).toBe('Theirs');
      expect(layout.version).toBe(published.status === 200 ? 4 : 3);
      if (published.status === 200) expect(['Mine', 'Mine, later']).toContain(layout.subject);
      else expect([published.status, layout.subject]).toEqual([412, 'Hello']);
      // The last accepted write is either published or still in the draft.
      if (later.status === 200 && layout.subject !== 'Mine, later')
        expect(draft?.languages.en.subject).toBe('Mine, later');
      if (published.status !== 200) expect(draft).not.toBeNull();
    }
  });
});

describe('draft expiry (contract: Drafts 6)', () => {
  const rows = async () => (await sql('select id from layout_drafts where layout_id = $1', [id])).rowCount;

  test('expires after thirty days without a change', async () => {
    await put({ en: main('Old') });
    await sql("update layout_drafts set updated_at = now() - interval '30 days' where layout_id = $1", [id]);
    expect(await own()).toBeNull();
    expect((await get('/drafts')).total).toBe(0);
    // What is written after that is a new draft, based on the current version.
    expect((await put({ en: main('New') }, 2, at(0))).status).toBe(200);
    expect((await own()).languages.en.subject).toBe('New');
    await sql("update layout_drafts set updated_at = now() - interval '31 days' where layout_id = $1", [id]);
    await maintain({ databaseAdminUrl: outstep.env['DATABASE_URL'] as string, historyDays: 90 });
    expect(await rows()).toBe(0);
  });

  test('is deleted with its layout and not restored with it', async () => {
    await put({ en: main('Mine') });
    await send('DELETE');
    expect(await rows()).toBe(0);
    expect((await put({ en: main('Mine') })).status).toBe(404);
    await expectOk(
      team.people.editor.send('POST', `/app/api/stores/${team.storeId}/trash/${id}/restore`, {}),
    );
    expect(await own()).toBeNull();
  });

  test('is deleted when its author leaves the store or deletes the account', async () => {
    const { storeId, people } = await team.another('Left');
    const made = await expectOk(people.editor.send('POST', layouts(storeId), { name: 'L', subject: 'S' }));
    id = made.id;
    const path = `${layouts(storeId)}/${id}/draft`;
    const body = work({ en: { ...main('T'), bodyDesign: { blocks: [] } } }, 1);
    await expectOk(people.editor.send('PUT', path, body));
    await expectOk(people.owner.send('DELETE', `/app/api/stores/${storeId}/members/${team.idOf.editor}`));
    expect(await rows()).toBe(0);
    const guest = new Browser(outstep);
    const { body: signed } = await guest.signUp('Guestofdrafts');
    await sql("insert into store_members (store_id, person_id, role) values ($1, $2, 'editor')", [
      storeId,
      signed.user.id,
    ]);
    await expectOk(guest.send('PUT', path, body));
    expect(await rows()).toBe(1);
    const ended = await runOutstep(outstep.env, ['user', 'delete', '--email', 'guestofdrafts@example.com']);
    expect(ended).toMatchObject({ code: 0 });
    expect(await rows()).toBe(0);
  });

  test('400 at the draft limit of the store; existing drafts can still be saved (contract: Limits 1; Limits 4)', async () => {
    const { storeId, people } = await team.another('Narrow');
    const make = async () =>
      (await expectOk(people.editor.send('POST', layouts(storeId), { name: 'L', subject: 'S' }))).id;
    const [one, two] = [await make(), await make()];
    await outstep.operator(storeId, 'set_limits', { limits: ['drafts=1'] });
    const keep = (layout: string, subject: string) =>
      people.editor.send(
        'PUT',
        `${layouts(storeId)}/${layout}/draft`,
        work({ en: { ...main(subject), bodyDesign: { blocks: [] } } }, 1),
      );
    await expectOk(keep(one, 'First'));
    expect(await keep(two, 'Second')).toMatchObject({
      status: 400,
      body: {
        error:
          'limit: the limit of 1 layout drafts has been reached; save or discard one, or ask the operator for more',
      },
    });
    await expectOk(keep(one, 'First, later'));
  });
});
