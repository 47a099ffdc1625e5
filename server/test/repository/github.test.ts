import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CodeRepository } from '../../src/kernel/repository.ts';
import { type GitHub, startGitHub } from '../harness/github/github.ts';
import { all, author, createRepositoryOn, FOLDER, openRepositoryOn, rejectionOf } from './open-repository.ts';

let github: GitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterEach(() => {
  github.failing = null;
});
afterAll(() => github.close());

describe('committing', () => {
  test('replaces the folder with exactly these files and leaves the rest of the repository', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const files = { [`${FOLDER}/old.json`]: '1', [`${FOLDER}/deep/er/x.txt`]: 'x', 'other/a.txt': 'a' };
    await held.commitAsPerson({ files, message: 'By hand' });
    const parent = await repository.head();
    expect(parent).toBe(await held.git(['rev-parse', 'main']));
    const sha = await repository.commit({
      parent,
      folder: FOLDER,
      files: [
        { path: 'layout.json', content: '{ "a": "Grüße 🎉" }\n' },
        { path: 'translations/de.json', content: '' },
        { path: 'translations/fr.json', content: '12345678901234567890n' },
      ],
      message: 'Change "One"\n\nmore',
      author,
    });
    expect(await held.git(['rev-parse', 'main'])).toBe(parent);
    expect(await repository.advance(sha)).toBe(true);
    expect(await held.git(['rev-parse', 'main'])).toBe(sha);
    expect(await held.git(['ls-tree', '-r', '--name-only', sha])).toBe(
      `README.md\nother/a.txt\n${FOLDER}/layout.json\n${FOLDER}/translations/de.json\n${FOLDER}/translations/fr.json`,
    );
    expect(await held.git(['show', `${sha}:${FOLDER}/layout.json`])).toBe('{ "a": "Grüße 🎉" }');
    expect(await held.git(['show', `${sha}:${FOLDER}/translations/fr.json`])).toBe('12345678901234567890n');
    expect(await held.git(['log', '-1', '--format=%an|%ae|%at|%cn|%ce|%ct|%P|%B', sha])).toBe(
      `Petra Person|petra@shop.test|1772600767|Outstep|petra@shop.test|1772600767|${parent}|Change "One"\n\nmore\n`.trimEnd(),
    );
  });

  test('creates the same commit for the same input', async () => {
    const { repository } = await createRepositoryOn(github);
    const parent = await repository.head();
    const commit = { parent, folder: FOLDER, files: [{ path: 'a', content: 'a' }], message: 'A', author };
    expect(await repository.commit(commit)).toBe(await repository.commit(commit));
  });

  test('reports a file in place of the folder without touching it', async () => {
    const { held, repository } = await createRepositoryOn(github);
    await held.commitAsPerson({ files: { [FOLDER]: 'a file' }, message: 'By hand' });
    const commit = { parent: await repository.head(), message: 'A', author };
    for (const folder of [FOLDER, `${FOLDER}/below`]) {
      const work = repository.commit({ ...commit, folder, files: [{ path: 'a', content: 'a' }] });
      expect(await rejectionOf(work, github.token)).toMatchObject({
        kind: 'refused',
        message: `alder/${held.name} has a file where the folder ${folder} should be; rename the file or choose another folder`,
      });
    }
  });

  test('no files: removes the whole folder, or leaves the tree unchanged if there is none', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const many = Object.fromEntries(
      Array.from({ length: 1100 }, (_, index) => [`${FOLDER}/${index % 3}/${index}`, '']),
    );
    await held.commitAsPerson({ files: { ...many, 'outstep/two/a': 'a' }, message: 'Many' });
    const parent = await repository.head();
    const gone = { folder: FOLDER, files: [], message: 'Gone', author };
    const sha = await repository.commit({ ...gone, parent });
    expect(await held.git(['ls-tree', '-r', '--name-only', sha])).toBe('README.md\noutstep/two/a');
    const again = await repository.commit({ ...gone, parent: sha, message: 'Again' });
    expect(again).not.toBe(sha);
    expect(await held.git(['rev-parse', `${again}^{tree}`])).toBe(
      await held.git(['rev-parse', `${sha}^{tree}`]),
    );
  });

  test.each([
    ['Petra\n<evil@x.test>', 'a\0b@x.test', 'Petra evil@x.test|ab@x.test'],
    [' \t', '', 'Outstep|outstep@localhost'],
    ['<>.,', '<>', 'Outstep|outstep@localhost'],
  ])('an author called %j is written cleanly', async (name, email, written) => {
    const { held, repository } = await createRepositoryOn(github);
    const parent = await repository.head();
    const commit = { parent, folder: FOLDER, files: [{ path: 'a', content: '' }], message: 'A\0B' };
    const sha = await repository.commit({ ...commit, author: { ...author, name, email } });
    expect(await held.git(['log', '-1', '--format=%an|%ae|%B', sha])).toBe(`${written}|AB`);
  });

  test.each(['..', '../x', 'a//b', '', '/a', 'a/.git/b', 'a\nb'])(
    'a file called %j is rejected and never sent',
    async (path) => {
      const repository = openRepositoryOn(github);
      const parent = await repository.head();
      const before = github.calls.length;
      const commit = { parent, message: 'A', author };
      const files = [{ path, content: '' }];
      expect(
        (await rejectionOf(repository.commit({ ...commit, folder: FOLDER, files }), github.token)).kind,
      ).toBe('refused');
      expect(
        (await rejectionOf(repository.commit({ ...commit, folder: path, files: [] }), github.token)).kind,
      ).toBe('refused');
      expect(github.calls).toHaveLength(before);
    },
  );
});

describe('moving the branch', () => {
  const commitOn = async (repository: CodeRepository, text: string) =>
    await repository.commit({
      parent: await repository.head(),
      folder: FOLDER,
      files: [{ path: 'a', content: text }],
      message: text,
      author,
    });

  test('false when another commit came first, which is kept', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const ours = await commitOn(repository, 'ours');
    const theirs = await held.commitAsPerson({ files: { 'b.txt': 'b' }, message: 'Theirs' });
    expect(await repository.advance(ours)).toBe(false);
    expect(await repository.head()).toBe(theirs);
    const patch = github.calls.at(-2);
    expect(patch).toMatchObject({
      route: expect.stringContaining('PATCH'),
      status: 422,
      body: { force: false },
    });
  });

  test('one of two concurrent calls on the same head moves it', async () => {
    const { repository } = await createRepositoryOn(github);
    const [one, two] = await Promise.all([commitOn(repository, 'one'), commitOn(repository, 'two')]);
    const moved = await Promise.all([repository.advance(one), repository.advance(two)]);
    expect(moved.toSorted()).toEqual([false, true]);
    expect(await repository.head()).toBe(moved[0] ? one : two);
  });

  test('reports a violated branch rule with the message of GitHub', async () => {
    const { repository } = await createRepositoryOn(github);
    const sha = await commitOn(repository, 'x');
    github.failing = { share: 1, kinds: ['rule_violation'] };
    const { kind, message } = await rejectionOf(repository.advance(sha), github.token);
    expect(kind).toBe('refused');
    expect(message).toBe(
      'GitHub rejected the request: Repository rule violations found Changes must be made through a pull request.',
    );
  });

  test('reports a deleted branch as missing', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const sha = await commitOn(repository, 'x');
    await held.git(['update-ref', '-d', 'refs/heads/main']);
    await held.git(['update-ref', 'refs/heads/other', sha]);
    expect(await rejectionOf(repository.advance(sha), github.token)).toMatchObject({ kind: 'missing' });
    expect((await rejectionOf(repository.head(), github.token)).message).toContain(
      'the branch main was not found',
    );
    expect((await rejectionOf(repository.history(FOLDER, 1), github.token)).message).toContain(
      'the branch main was not found',
    );
  });

  test('succeeds although the response was lost: the branch contains the commit', async () => {
    const { repository } = await createRepositoryOn(github);
    const sha = await commitOn(repository, 'x');
    github.failing = { share: 1, kinds: ['dropped_after'], only: /^PATCH/ };
    expect((await rejectionOf(repository.advance(sha), github.token)).kind).toBe('away');
    expect(await repository.holds(await repository.head(), sha)).toBe(true);
  });
});

describe('reading', () => {
  test('holds: true for ahead and identical, false for behind, diverged and unknown', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const first = await repository.head();
    const side = await held.commitAsPerson({ branch: 'side', files: { s: 's' }, message: 'Side' });
    const second = await held.commitAsPerson({ files: { a: 'a' }, message: 'A' });
    expect(await repository.holds(second, first)).toBe(true);
    expect(await repository.holds(second, second)).toBe(true);
    expect(await repository.holds(first, second)).toBe(false);
    expect(await repository.holds(second, side)).toBe(false);
    expect(await repository.holds(second, 'a'.repeat(40))).toBe(false);
    const before = github.calls.length;
    expect(await repository.holds(second, 'main')).toBe(false);
    expect(github.calls).toHaveLength(before);
  });

  test('history: commits that changed the folder, newest first, over three pages', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const shas: string[] = [];
    for (let index = 0; index < 45; index++) {
      if (index % 9 === 0) await held.commitAsPerson({ files: { other: `${index}` }, message: 'Other' });
      const files = { [`${FOLDER}/a`]: `${index}` };
      shas.unshift(await held.commitAsPerson({ files, message: `No. ${index}`, author: `Person ${index}` }));
    }
    const pages = [1, 2, 3, 4].map((page) => repository.history(FOLDER, page));
    const [first, second, third, fourth] = await Promise.all(pages);
    expect([first, second, third].flatMap((page) => page?.items.map(({ sha }) => sha))).toEqual(shas);
    expect([first, second, third, fourth].map((page) => [page?.items.length, page?.hasMore])).toEqual([
      [20, true],
      [20, true],
      [5, false],
      [0, false],
    ]);
    expect(first?.items[0]).toEqual({
      sha: shas[0],
      message: 'No. 44',
      author: 'Person 44',
      committedAt: new Date(Number(await held.git(['log', '-1', '--format=%ct', 'main'])) * 1000),
      url: `https://github.test/alder/${held.name}/commit/${shas[0]}`,
    });
    const [sha = '', other = ''] = shas;
    const calls = github.calls.length;
    expect(await repository.findSha(FOLDER, sha.slice(0, 7).toUpperCase())).toBe(sha);
    expect(github.calls).toHaveLength(calls + 1);
    // Among 45 commits, two start with the same character.
    const [shared = ''] = shas
      .map((each) => each.slice(0, 1))
      .filter((each, i, all) => all.indexOf(each) < i);
    expect(await repository.findSha(FOLDER, shared)).toBeNull();
    expect(await repository.findSha('nowhere', other.slice(0, 7))).toBeNull();
    expect(await repository.findSha('../..', other.slice(0, 7))).toBeNull();
    expect(await repository.history('nowhere', 1)).toEqual({ items: [], hasMore: false });
    expect(await repository.history('../..', 1)).toEqual({ items: [], hasMore: false });
  });

  test('commitOf: a commit on any branch that changed the folder; otherwise null', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const begin = await repository.head();
    const side = await held.commitAsPerson({
      branch: 'side',
      files: { [`${FOLDER}/a`]: 's' },
      message: 'Side',
    });
    expect(await repository.commitOf(FOLDER, side)).toMatchObject({ sha: side, message: 'Side' });
    expect(await repository.commitOf(FOLDER, side.toUpperCase())).toMatchObject({ sha: side });
    expect(await repository.commitOf(FOLDER, begin)).toBeNull();
    expect(await repository.commitOf('outstep/two', side)).toBeNull();
    expect(await repository.commitOf(FOLDER, 'b'.repeat(40))).toBeNull();
    const before = github.calls.length;
    for (const sha of ['main', side.slice(0, 12), '', `${side}/../..`, `${side}\n`, 'HEAD'])
      expect(await repository.commitOf(FOLDER, sha)).toBeNull();
    expect(github.calls).toHaveLength(before);
  });

  test('filesAt: requested files of the folder and its subfolders, as of the commit', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const files = {
      'layout.json': '\uFEFF{ "ü": 1 }',
      'translations/de.json': 'Grüße',
      'a b#?%25.json': 'odd',
      'q #?%2f&/a.json': 'odder',
      'notes.md': 'no',
      'translations/deep/er.json': 'too deep',
      'large.json': 'x'.repeat(101),
    };
    const inFolder = Object.entries(files).map(([path, content]) => [`${FOLDER}/${path}`, content]);
    const sha = await held.commitAsPerson({ files: Object.fromEntries(inFolder), message: 'A' });
    await held.commitAsPerson({ files: { [`${FOLDER}/layout.json`]: 'later' }, message: 'B' });
    const limits = { wanted: (path: string) => path.endsWith('.json'), maxFiles: 5, maxBytes: 100 };
    expect(await repository.filesAt(FOLDER, sha, limits)).toEqual([
      { path: 'a b#?%25.json', content: 'odd' },
      { path: 'large.json', content: null },
      { path: 'layout.json', content: '{ "ü": 1 }' },
      { path: 'q #?%2f&/a.json', content: 'odder' },
      { path: 'translations/de.json', content: 'Grüße' },
    ]);
    expect(await repository.filesAt(FOLDER, sha, { ...limits, maxFiles: 4 })).toBe('too_many');
    expect(await repository.filesAt('outstep/none', sha, limits)).toBeNull();
    expect(await repository.filesAt(`${FOLDER}/notes.md`, sha, limits)).toBeNull();
    expect(await repository.filesAt(FOLDER, 'c'.repeat(40), limits)).toBeNull();
    expect(await repository.filesAt(FOLDER, 'main', limits)).toBeNull();
    expect(await repository.filesAt('..', sha, limits)).toBeNull();
  });

  test('filesAt: skips links and submodules; non-UTF-8 files have no content', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const { store } = held;
    const link = await store.run(['hash-object', '-w', '--stdin'], { input: '/etc/passwd' });
    const bytes = Buffer.from([0xff, 0xfe, 0x41]);
    const binary = await store.run(['hash-object', '-w', '--stdin'], { input: bytes });
    const lines = [
      `120000 blob ${link}\tlink.json`,
      `160000 commit ${await repository.head()}\tmodule.json`,
      `100644 blob ${binary}\tpicture.json`,
    ];
    const inner = await store.run(['mktree', '--missing'], { input: `${lines.join('\n')}\n` });
    const tree = await store.run(['mktree'], { input: `040000 tree ${inner}\tone\n` });
    const env = {
      GIT_AUTHOR_NAME: 'P',
      GIT_AUTHOR_EMAIL: 'p',
      GIT_COMMITTER_NAME: 'P',
      GIT_COMMITTER_EMAIL: 'p',
    };
    const sha = await store.run(['commit-tree', tree, '-m', 'Odd'], { env });
    expect(await repository.filesAt('one', sha, all)).toEqual([{ path: 'picture.json', content: null }]);
  });

  test('rejects too many folders and truncated lists', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const of = (count: number, name: (index: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), '']));
    const files = { ...of(6, (index) => `folders/${index}/a`), ...of(1001, (index) => `files/${index}`) };
    const sha = await held.commitAsPerson({ files, message: 'Many' });
    const before = github.calls.length;
    expect(await repository.filesAt('folders', sha, { ...all, maxFiles: 5 })).toBe('too_many');
    expect(github.calls.length - before).toBe(1);
    expect(await repository.filesAt('files', sha, { ...all, wanted: (path) => path === '1' })).toBe(
      'too_many',
    );
  });

  test('reports a deleted repository as missing, not as lacking the requested object', async () => {
    const { held, repository } = await createRepositoryOn(github);
    const sha = await repository.head();
    github.deleteRepository(held);
    for (const work of [
      () => repository.holds(sha, 'a'.repeat(40)),
      () => repository.commitOf(FOLDER, sha),
      () => repository.filesAt(FOLDER, sha, all),
      () => repository.commit({ parent: sha, folder: FOLDER, files: [], message: 'A', author }),
    ])
      expect((await rejectionOf(work(), github.token)).kind).toBe('missing');
  });
});
