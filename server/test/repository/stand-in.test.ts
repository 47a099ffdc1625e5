import { afterEach, expect, test } from 'vitest';
import { type GitHub, startGitHub } from '../harness/github/github.ts';

let github: GitHub | null = null;
afterEach(async () => {
  await github?.close();
  github = null;
});

async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${github?.url}/repos/alder/mails${path}`, {
    method,
    headers: { authorization: `Bearer ${github?.token}` },
    body: body === undefined ? null : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the stand-in validates it against GitHub's description
  return { status: answer.status, link: answer.headers.get('link'), body: (await answer.json()) as any };
}

const author = { name: 'Petra', email: 'petra@shop.test', date: '2026-01-02T03:04:05Z' };

test('serves blobs, trees, commits and the branch of a real repository', async () => {
  github = await startGitHub();
  const { body: ref } = await ask('GET', '/git/ref/heads/main');
  const parent = ref.object.sha;
  expect(parent).toBe(await github.git(['rev-parse', 'main']));

  const blob = await ask('POST', '/git/blobs', { content: 'Hello', encoding: 'utf-8' });
  const file = { mode: '100644', type: 'blob' };
  const folder = await ask('POST', '/git/trees', {
    tree: [
      { ...file, path: 'a.txt', sha: blob.body.sha },
      { ...file, path: 'sub/b.txt', content: 'Grüße' },
    ],
  });
  const { body: before } = await ask('GET', `/git/commits/${parent}`);
  const tree = await ask('POST', '/git/trees', {
    base_tree: before.tree.sha,
    tree: [{ path: 'mails/one', mode: '040000', type: 'tree', sha: folder.body.sha }],
  });
  const commit = await ask('POST', '/git/commits', {
    message: 'One\n\nmore',
    tree: tree.body.sha,
    parents: [parent],
    author,
  });
  expect(await ask('PATCH', '/git/refs/heads/main', { sha: commit.body.sha })).toMatchObject({ status: 200 });

  expect(await github.git(['log', '--format=%an <%ae> %at %B', '-1', 'main'])).toBe(
    `Petra <petra@shop.test> ${Date.parse(author.date) / 1000} One\n\nmore`,
  );
  expect(await github.git(['ls-tree', '-r', '--name-only', 'main'])).toBe(
    'README.md\nmails/one/a.txt\nmails/one/sub/b.txt',
  );
  expect(await github.git(['show', 'main:mails/one/sub/b.txt'])).toBe('Grüße');
  const { body: listed } = await ask('GET', '/contents/mails/one?ref=main');
  expect(listed.map((entry: { type: string; name: string }) => [entry.type, entry.name])).toEqual([
    ['file', 'a.txt'],
    ['dir', 'sub'],
  ]);
  const { body: read } = await ask('GET', `/git/blobs/${listed[0].sha}`);
  expect(Buffer.from(read.content, 'base64').toString()).toBe('Hello');
  expect((await ask('GET', `/compare/${parent}...${commit.body.sha}`)).body).toMatchObject({
    status: 'ahead',
    ahead_by: 1,
  });
});

test('422 for a branch that has moved, unless forced', async () => {
  github = await startGitHub();
  const first = await github.git(['rev-parse', 'main']);
  await github.commitAsPerson({ files: { 'a.txt': 'a' }, message: 'A' });
  const body = { sha: first, force: false };
  const refused = await ask('PATCH', '/git/refs/heads/main', body);
  expect(refused).toMatchObject({
    status: 422,
    body: { message: 'Update is not a fast forward', status: '422' },
  });
  expect((await ask('PATCH', '/git/refs/heads/main', { ...body, force: true })).status).toBe(200);
});

test('404 without access, 401 for an unknown token, 403 for a reader who writes, 409 for an empty repository', async () => {
  github = await startGitHub({ empty: true });
  expect((await ask('GET', '')).status).toBe(200);
  expect(await ask('GET', '/git/ref/heads/main')).toMatchObject({
    status: 409,
    body: { message: 'Git Repository is empty.' },
  });
  const whole = github.token;
  github.token = github.access.createToken({ repositories: ['alder/other'] });
  expect((await ask('GET', '')).status).toBe(404);
  github.token = github.access.createToken({ readOnly: true });
  expect((await ask('POST', '/git/blobs', { content: 'x' })).status).toBe(403);
  github.access.revoke(whole);
  github.token = whole;
  expect((await ask('GET', '')).status).toBe(401);
});

test('599 for undocumented requests, which fail the test at its end', async () => {
  const wrong = await startGitHub();
  github = wrong;
  const answer = await ask('POST', '/git/trees', {
    tree: [{ path: 'a', mode: '644', type: 'blob', content: '' }],
  });
  github = null;
  expect(answer.status).toBe(599);
  await expect(wrong.close()).rejects.toThrow(/git\/trees was sent .*mode/);
});

test('the seed decides which calls fail', async () => {
  const faultSequenceOf = async (seed: number) => {
    const made = await startGitHub({ seed });
    github = made;
    made.failing = { share: 0.3, kinds: ['server_error', 'bad_gateway', 'dropped', 'dropped_after'] };
    for (let call = 0; call < 40; call++) await fetch(`${made.url}/repos/alder/mails`).catch(() => null);
    const { calls } = made;
    github = null;
    await made.close();
    return calls.map(({ fault }) => fault);
  };
  const [first, again, other] = [
    await faultSequenceOf(7),
    await faultSequenceOf(7),
    await faultSequenceOf(8),
  ];
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
  expect(new Set(first)).toEqual(new Set([null, 'server_error', 'bad_gateway', 'dropped', 'dropped_after']));
});
