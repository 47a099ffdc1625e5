import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFile } from '../harness/layouts.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { withClient } from '../harness/postgres.ts';
import { sampled, sized } from '../harness/size.ts';
import { eventually } from '../harness/test-stack.ts';
import { commitsOf, layoutIn, listVersions, type RepositoryWorld, startRepositoryWorld } from './world.ts';

let world: RepositoryWorld;

beforeAll(async () => {
  world = await startRepositoryWorld();
  await world.connect();
});
afterAll(() => world?.close());

const get = (path: string, key = world.key) =>
  world.outstep.call(key, 'GET', `/api/v1/email-templates${path}`);
const post = (path: string, key = world.key) =>
  world.outstep.call(key, 'POST', `/api/v1/email-templates${path}`);

const NOT_CONNECTED = { error: 'no repository is connected: connect one on the Developer page' };
const SHA = 'a'.repeat(40);
const PAGE_SIZE = 20;
const PAGES = sized(2, 3);
const COMMITS = sized(PAGE_SIZE + 1, 60);
const pageOf = (id: string, rest = '') => `/api/v1/email-templates/${id}/versions/github${rest}`;

describe('without a repository (spec: Repository versions 2; Status 409)', () => {
  test.each(['github', 'repo'])(
    '409 from all three endpoints below %s (contract: Repository 3)',
    async (segment) => {
      const storeId = await world.outstep.newStore();
      const key = await world.outstep.newKey(storeId, 'write');
      const made = await world.outstep.call(key, 'POST', '/api/v1/email-templates', {
        name: 'Receipt',
        subject: 'Thanks',
      });
      const at = `/${made.body.id}/versions/${segment}`;
      for (const answer of [
        await get(at, key),
        await get(`${at}/${SHA}`, key),
        await post(`${at}/${SHA}/restore`, key),
      ]) {
        expect(answer.status).toBe(409);
        expect(answer.body).toEqual(NOT_CONNECTED);
      }
    },
  );
});

describe('every save is a commit', () => {
  test('a version, its files and its commit agree (spec: Repository versions 1)', async () => {
    const id = await world.newLayout({ subject: 'Thanks {{ variables.name }}', category: 'marketing' });
    await world.save(`/${id}/translations/de`, { subject: 'Danke' });
    await world.save(`/${id}`, { previewText: 'A line' });
    await world.settled();
    const shas = await commitsOf(world.github, id);
    const messages = await Promise.all(
      shas.map((sha) => world.github.git(['show', '-s', '--format=%s|%an|%ae|%cn', sha])),
    );
    expect(messages).toEqual([
      'Created|Deploy key|noreply@localhost|Outstep',
      'Added translation de|Deploy key|noreply@localhost|Outstep',
      'Changed previewText|Deploy key|noreply@localhost|Outstep',
    ]);
    for (const [i, sha] of shas.entries()) {
      const { layout, translations } = (await get(`/${id}/versions/${i + 1}`)).body;
      expect(await layoutIn(world.github, sha, id)).toEqual({ layout, translations });
    }
    // The rest of the repository is unchanged.
    expect(await world.github.git(['show', 'main:README.md'])).toContain('#');
  });

  nightlyOnly('a version without changes is an empty commit', async () => {
    const id = await world.newLayout();
    await world.settled();
    const before = await world.github.git(['rev-parse', 'main', 'main^{tree}']);
    await world.save(`/${id}`, { subject: 'Thanks' });
    await world.settled();
    const after = await world.github.git(['rev-parse', 'main~', 'main^{tree}']);
    expect(after).toBe(before);
  });

  nightlyOnly('removes the files of a removed translation and of a deleted layout', async () => {
    const id = await world.newLayout();
    await world.save(`/${id}/translations/de`, { subject: 'Danke' });
    await world.save(`/${id}/translations/de`, undefined, 'DELETE');
    await world.settled();
    expect((await layoutIn(world.github, 'main', id)).translations).toEqual([]);
    await world.save(`/${id}`, undefined, 'DELETE');
    await world.settled();
    expect(await world.github.git(['ls-tree', '-r', '--name-only', 'main', `layouts/${id}/`])).toBe('');
    expect(await world.github.git(['show', '-s', '--format=%s', 'main'])).toBe('Deleted layout "Receipt"');
  });

  test('lists all commits page by page, and restoring one gives exactly its content (spec: Endpoint GET /api/v1/email-templates/:id/versions/repo; Endpoint GET /api/v1/email-templates/:id/versions/repo/:sha; Endpoint POST /api/v1/email-templates/:id/versions/repo/:sha/restore; Limit: Repository versions per page) (contract: Repository 2)', async () => {
    const { outstep, storeId, github } = world;
    const fileKey = await createFile(outstep.core, storeId);
    const id = await world.newLayout({ bodyType: 'text', body: '<p>0</p>', category: 'marketing' });
    const locales = ['de', 'fr', 'pt-br', 'he'];
    for (let i = 1; i < COMMITS; i++) {
      const locale = locales[i % locales.length] as string;
      if (i % 3 === 0)
        await world.save(`/${id}/translations/${locale}`, {
          subject: `Nr ${i}`,
          body: `<p>${i} {{ variables.name }}</p>`,
          ...(i % 2 === 0 && { attachments: [{ filename: 'a.png', fileKey }] }),
          ...(i % 4 === 0 && { marketingTexts: { companyDetails: `Shop ${i}`, unsubscribeLinkLabel: null } }),
        });
      else
        await world.save(`/${id}`, {
          subject: `Nr ${i} „ünï“ 🎈`,
          ...(i % 5 === 0 && { attachments: [{ filename: 'b.pdf', url: 'https://files.example/b.pdf' }] }),
          ...(i % 7 === 0 && { description: `Note\n${i}`, name: `Receipt ${i}` }),
        });
    }
    await world.settled();
    const shas = await commitsOf(github, id);
    expect(shas).toHaveLength(COMMITS);

    const listed: string[] = [];
    for (let page = 1; page <= PAGES + 1; page++) {
      const { body } = await outstep.call(world.key, 'GET', pageOf(id, `?page=${page}`));
      expect(body).toMatchObject({ page, limit: PAGE_SIZE, hasMore: page < PAGES });
      expect(body.items).toHaveLength(Math.max(0, Math.min(PAGE_SIZE, COMMITS - (page - 1) * PAGE_SIZE)));
      listed.push(...body.items.map(({ sha }: { sha: string }) => sha));
    }
    expect(listed).toEqual(shas.toReversed());

    // A key has 300 calls a minute.
    const keys = await Promise.all(Array.from({ length: 3 }, () => outstep.newKey(storeId, 'write')));
    for (const [i, sha] of sampled([...shas.entries()], 4)) {
      const key = keys[i % keys.length] ?? world.key;
      const expected = await layoutIn(github, sha, id);
      const looked = await outstep.call(key, 'GET', pageOf(id, `/${sha}`));
      expect(looked.body).toMatchObject({ sha, ...expected });
      const restored = await outstep.call(key, 'POST', pageOf(id, `/${sha}/restore`));
      expect(restored.status).toBe(200);
      expect(restored.body.restored).toBe(sha);
      const version = await outstep.call(
        key,
        'GET',
        `/api/v1/email-templates/${id}/versions/${restored.body.version}`,
      );
      const { source, layout, translations } = version.body;
      expect({ source, layout, translations }).toEqual({ source: 'repository', ...expected });
    }
  });

  const newLayoutWith = async (fields: Record<string, unknown>) => {
    const storeId = await world.outstep.newStore();
    await world.connect(fields, storeId);
    const key = await world.outstep.newKey(storeId, 'write');
    const layout = { name: 'Receipt', subject: 'Thanks' };
    const made = await world.outstep.call(key, 'POST', '/api/v1/email-templates', layout);
    await world.settled(storeId);
    return { key, id: made.body.id as string };
  };

  nightlyOnly('in a folder of its own', async () => {
    const { key, id } = await newLayoutWith({ folder: '/emails/shop/' });
    const [sha] = await commitsOf(world.github, id, 'emails/shop/');
    const listed = await get(`/${id}/versions/repo`, key);
    expect(listed.body.items).toMatchObject([{ sha, message: 'Created' }]);
    expect((await get(`/${id}/versions/repo/${sha}`, key)).body.layout.subject).toBe('Thanks');
  });

  nightlyOnly('with an installation of the app instead of a token', async () => {
    const { access, repository } = world.github;
    const { key, id } = await newLayoutWith({ installation: access.install(repository.owner) });
    expect(await commitsOf(world.github, id)).toHaveLength(1);
    expect((await get(`/${id}/versions/github`, key)).body.items).toHaveLength(1);
  });
});

describe('other people and other stores', () => {
  test('finds a commit by a prefix of its sha of at least seven characters (contract: Repository 2)', async () => {
    const [one, other] = [await world.newLayout(), await world.newLayout()];
    await world.settled();
    const [[sha = ''], [ofOther = '']] = [
      await commitsOf(world.github, one),
      await commitsOf(world.github, other),
    ];
    for (const length of [7, 12, 39]) {
      const looked = await get(`/${one}/versions/github/${sha.slice(0, length).toUpperCase()}`);
      expect([looked.status, looked.body.sha]).toEqual([200, sha]);
    }
    const restored = await post(`/${one}/versions/github/${sha.slice(0, 7)}/restore`);
    expect(restored.body).toMatchObject({ restored: sha, version: 2 });
    for (const missing of [sha.slice(0, 6), ofOther.slice(0, 9), `${sha.slice(0, 6)}g`])
      expect((await get(`/${one}/versions/github/${missing}`)).status, missing).toBe(404);
  });

  test('404 for a sha that is unknown, malformed, of another layout, and for the layout of another store (contract: Repository 3)', async () => {
    const [one, other] = [await world.newLayout(), await world.newLayout()];
    await world.settled();
    const [ofOther = ''] = await commitsOf(world.github, other);
    const first = await world.github.git(['rev-list', '--max-parents=0', 'main']);
    const missing = [SHA, 'main', 'HEAD', ofOther.slice(0, 7), `${ofOther}~`, ofOther, first];
    for (const sha of missing) {
      for (const answer of [
        await get(`/${one}/versions/github/${sha}`),
        await post(`/${one}/versions/github/${sha}/restore`),
      ]) {
        expect(answer.status, sha).toBe(404);
        expect(answer.body.error).toMatch(/^not found/);
      }
    }
    // It is connected to the same repository, but the layout isn't theirs.
    const storeId = await world.outstep.newStore();
    await world.connect({}, storeId);
    const stranger = await world.outstep.newKey(storeId, 'write');
    const theirs = await world.outstep.call(stranger, 'POST', '/api/v1/email-templates', {
      name: 'Receipt',
      subject: 'Thanks',
    });
    expect((await get(`/${other}/versions/github`, stranger)).status).toBe(404);
    expect((await get(`/${other}/versions/github/${ofOther}`, stranger)).status).toBe(404);
    expect((await get(`/${theirs.body.id}/versions/github/${ofOther}`, stranger)).status).toBe(404);
    expect((await post(`/${theirs.body.id}/versions/github/${ofOther}/restore`, stranger)).status).toBe(404);
  });

  nightlyOnly('restores a commit of an open pull request like a save, with source repository', async () => {
    const id = await world.newLayout();
    await world.settled();
    const [sha = ''] = await commitsOf(world.github, id);
    const { layout } = await layoutIn(world.github, sha, id);
    const edited = await world.github.commitAsPerson({
      branch: 'wording',
      message: 'Warmer words',
      files: {
        [`layouts/${id}/layout.json`]: JSON.stringify({ ...layout, subject: 'Thank you!' }),
        [`layouts/${id}/translations/pt_BR.json`]: JSON.stringify({ subject: 'Obrigado' }),
        [`layouts/${id}/NOTES.md`]: 'For translators',
      },
    });
    const looked = await get(`/${id}/versions/github/${edited}`);
    expect(looked.body).toMatchObject({
      ...{ sha: edited, message: 'Warmer words', author: 'Petra Person' },
      layout: { subject: 'Thank you!' },
      translations: [{ locale: 'pt-br', subject: 'Obrigado' }],
    });
    const restored = await post(`/${id}/versions/github/${edited}/restore`);
    expect(restored.body).toMatchObject({
      restored: edited,
      version: 2,
      layout: { subject: 'Thank you!' },
    });
    expect((await get(`/${id}/versions`)).body.items[0]).toMatchObject({
      ...{ source: 'repository', summary: `Restored commit ${edited.slice(0, 7)}` },
      ...{ author: { type: 'key', name: 'Deploy key' }, locales: ['en', 'pt-br'] },
    });
    await world.settled();
    expect((await layoutIn(world.github, 'main', id)).layout.subject).toBe('Thank you!');
  });

  test.each(
    sampled<[string, object]>(
      [
        ['subject: Liquid: ', { subject: 'Hi {% if %}' }],
        [
          'bodyDesign.blocks[0].fileKey: unknown file',
          { bodyDesign: { blocks: [{ type: 'image', fileKey: 'f_of_another' }] } },
        ],
        ['name: required', { name: '' }],
        ['priority: unknown field', { priority: 1 }],
        ["bodyType: can't be changed after creation", { bodyType: 'text', bodyDesign: undefined }],
      ],
      5,
    ),
  )('400 for a commit with invalid content: %s', async (reason, fields) => {
    const id = await world.newLayout();
    await world.settled();
    const { layout } = await layoutIn(world.github, 'main', id);
    const sha = await world.github.commitAsPerson({
      message: 'Broken',
      files: { [`layouts/${id}/layout.json`]: JSON.stringify({ ...layout, ...fields }) },
    });
    const refused = await post(`/${id}/versions/github/${sha}/restore`);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(reason);
    expect((await get(`/${id}`)).body).toMatchObject({ version: 1, subject: 'Thanks' });
  });

  nightlyOnly('400 names a broken translation', async () => {
    const id = await world.newLayout();
    await world.settled();
    const sha = await world.github.commitAsPerson({
      message: 'Broken',
      files: { [`layouts/${id}/translations/de.json`]: JSON.stringify({ subject: '{{ a b c }}' }) },
    });
    const refused = await post(`/${id}/versions/github/${sha}/restore`);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/^translations\.de\.subject: Liquid: /);
  });
});

describe('when the provider fails', () => {
  test('503 while it is away; saves still work, and commits follow in order (contract: Repository 3)', async () => {
    const id = await world.newLayout();
    await world.settled();
    await world.github.goDown();
    try {
      for (let i = 2; i <= 4; i++) await world.save(`/${id}`, { subject: `Thanks ${i}` });
      const answer = await get(`/${id}/versions/github`);
      expect(answer.status).toBe(503);
      expect(answer.body.error).toMatch(/GitHub/);
      const waiting = await eventually(
        () => listVersions(world.outstep, world.storeId),
        ({ status }) => status === 'waiting',
      );
      expect(waiting).toMatchObject({ waiting: 3, lastError: expect.stringMatching(/GitHub/) });
    } finally {
      await world.github.comeBack();
    }
    await world.settled();
    const shas = await commitsOf(world.github, id);
    const subjects = await Promise.all(
      shas.map(async (sha) => (await layoutIn(world.github, sha, id)).layout.subject),
    );
    expect(subjects).toEqual(['Thanks', 'Thanks 2', 'Thanks 3', 'Thanks 4']);
    expect(await listVersions(world.outstep, world.storeId)).toMatchObject({
      status: 'connected',
      lastError: null,
    });
  });

  test('503 with Retry-After when GitHub limits the rate', async () => {
    const id = await world.newLayout();
    await world.settled();
    world.github.failing = { share: 1, kinds: ['secondary_limit'] };
    try {
      const answer = await get(`/${id}/versions/github`);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBe(45);
    } finally {
      world.github.failing = null;
    }
  });

  nightlyOnly('a push that has to wait keeps waiting, whatever is saved in the meantime', async () => {
    const storeId = await world.outstep.newStore();
    await world.connect({}, storeId);
    const key = await world.outstep.newKey(storeId, 'write');
    world.github.failing = { share: 1, kinds: ['secondary_limit'] };
    const path = '/api/v1/email-templates';
    const made = await world.outstep.call(key, 'POST', path, { name: 'Receipt', subject: 'Thanks' });
    await eventually(
      () => listVersions(world.outstep, storeId),
      ({ status }) => status === 'waiting',
    );
    world.github.failing = null;
    const asked = world.github.calls.length;
    await world.outstep.call(key, 'PUT', `${path}/${made.body.id}`, { subject: 'Thank you' });
    // Longer than the sweep's patience and any retry delay.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(world.github.calls.length).toBe(asked);
    expect(await listVersions(world.outstep, storeId)).toMatchObject({ status: 'waiting', waiting: 2 });
    await world.connect({}, storeId);
    await world.settled(storeId);
    expect(await commitsOf(world.github, made.body.id)).toHaveLength(2);
  });

  nightlyOnly('an expired token asks for reconnection, and a new one commits what waited', async () => {
    const storeId = await world.outstep.newStore();
    const token = world.github.access.createToken();
    await world.connect({ token }, storeId);
    const key = await world.outstep.newKey(storeId, 'write');
    world.github.access.revoke(token);
    const made = await world.outstep.call(key, 'POST', '/api/v1/email-templates', {
      name: 'Receipt',
      subject: 'Thanks',
    });
    const at = () => listVersions(world.outstep, storeId);
    const seen = await eventually(at, ({ status }) => status === 'reconnect');
    expect(seen).toMatchObject({ waiting: 1, lastError: expect.stringMatching(/token/) });
    // Its people are notified: signaled, and judged a minute later.
    const noted = await withClient(world.outstep.env['DATABASE_URL'] as string, (client) =>
      client.query(
        `select reason from alert_signals where store_id = $1 union select reason from alerts where store_id = $1`,
        [storeId],
      ),
    );
    expect(noted.rows).toEqual([{ reason: 'repository_refused' }]);
    expect((await get(`/${made.body.id}/versions/github`, key)).status).toBe(503);
    await world.connect({}, storeId);
    await world.settled(storeId);
    expect(await commitsOf(world.github, made.body.id)).toHaveLength(1);
    expect(await at()).toMatchObject({ status: 'connected', lastError: null });
  });

  test('makes no commit after disconnecting, and all three endpoints return 409', async () => {
    const storeId = await world.outstep.newStore();
    await world.connect({}, storeId);
    const key = await world.outstep.newKey(storeId, 'write');
    await world.outstep.operator(storeId, 'disconnect_repository', {});
    const made = await world.outstep.call(key, 'POST', '/api/v1/email-templates', {
      name: 'Receipt',
      subject: 'Thanks',
    });
    expect((await get(`/${made.body.id}/versions/github`, key)).status).toBe(409);
    await expect(world.outstep.operator(storeId, 'show_repository', {})).rejects.toThrow(
      'no repository is connected',
    );
    await expect(world.outstep.operator(storeId, 'disconnect_repository', {})).rejects.toThrow(
      'no repository is connected',
    );
  });
});
