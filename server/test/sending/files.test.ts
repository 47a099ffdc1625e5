import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile } from '../harness/files.ts';
import { withClient } from '../harness/postgres.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { eventually } from '../harness/test-stack.ts';
import { Authority } from '../outbound/certificates.ts';
import { type MailStack, startMailStack } from './mail-stack.ts';

const MB = 1024 * 1024;

let testStack: MailStack;
let authority: Authority;
let web: Server;
let origin: string;
let visits: string[] = [];
const remote = randomBytes(50_000);
const pages: Record<string, (response: ServerResponse) => void> = {
  '/guide.pdf': (response) => response.setHeader('content-type', 'application/pdf').end(remote),
  '/flaky': (response) => {
    if (visits.length < 2) response.writeHead(503).end();
    else response.end(remote);
  },
  '/missing': (response) => response.writeHead(404).end(),
  '/endless': (response) => {
    response.write(Buffer.alloc(21 * MB));
    response.end();
  },
};

beforeAll(async () => {
  authority = new Authority();
  web = createServer({ ...authority.sign('DNS:localhost') }, (request, response) => {
    visits.push(String(request.url));
    pages[String(request.url).replace(/\?.*/, '')]?.(response);
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  origin = `https://localhost:${(web.address() as AddressInfo).port}`;
  testStack = await startMailStack({
    // The third attempt comes when a test brings it forward.
    OUTSTEP_RETRY_SECONDS: '0,0.2,3600',
    NODE_EXTRA_CA_CERTS: authority.file,
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8,localhost',
  });
});
afterAll(async () => {
  await testStack?.close();
  web?.closeAllConnections();
  web?.close();
  authority?.close();
});

const someone = () => `anna-${randomUUID().slice(0, 8)}@customer.example`;
const run = () => randomUUID();
const added = async (name: string, bytes: Buffer) =>
  addFile(testStack.outstep, testStack.storeId, name, bytes);
const letter = (fields: Record<string, unknown>) =>
  testStack.layout({ bodyType: 'text', subject: 'Files', body: '<p>Hello</p>', ...fields });

/** Sends to a new recipient and returns what they received. */
async function received(layout: string, fields: Record<string, unknown> = {}) {
  const to = someone();
  const entry = await testStack.send(layout, run(), { to: [to], ...fields });
  expect(entry, String(entry.error)).toMatchObject({ status: 'SUCCESS' });
  const [mail] = await testStack.mailsTo(to);
  return { mail: mail as NonNullable<typeof mail>, entry };
}
const of = <T>(list: T[]) => list[0] as T;
const filesOf = (mail: ParsedMail) => mail.attachments.map(({ filename, content }) => [filename, content]);
const linksIn = (html: unknown) =>
  [...String(html).matchAll(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g)].map(([, url, name]) => [name, url]);

describe('files of an email', () => {
  test('attaches uploaded ones byte for byte, under their rendered names, from the language’s own list (spec: Translation: attachments)', async () => {
    const [one, two] = [randomBytes(70_000), Buffer.from('a;b\r\n.\r\n')];
    const [first, second] = [await added('one.bin', one), await added('two.csv', two)];
    const layout = await letter({
      attachments: [{ filename: 'Rechnung {{ variables.order }} für Zoë.bin', fileKey: first }],
    });
    await testStack.translation(layout, 'de', {
      subject: 'Dateien',
      body: 'x',
      attachments: [{ filename: 'zwei.csv', fileKey: second }],
    });
    await testStack.translation(layout, 'fr', { subject: 'Rien', body: 'x', attachments: [] });
    await testStack.translation(layout, 'es', { subject: 'Lo mismo', body: 'x', attachments: null });
    const sent = async (locale?: string) =>
      filesOf((await received(layout, { locale, variables: { order: '7' } })).mail);
    expect(await sent()).toEqual([['Rechnung 7 für Zoë.bin', one]]);
    expect(await sent('de')).toEqual([['zwei.csv', two]]);
    expect(await sent('fr')).toEqual([]);
    expect(await sent('es')).toEqual([['Rechnung 7 für Zoë.bin', one]]);
  });

  test('attaches those of a design in its language if their condition holds', async () => {
    const bytes = randomBytes(1000);
    const fileKey = await added('terms.bin', bytes);
    const layout = await testStack.layout({
      subject: 'Design',
      bodyDesign: {
        blocks: [
          { type: 'text', html: '<p>Hello</p>' },
          { type: 'attachment', filename: 'terms.bin', fileKey },
          { type: 'attachment', filename: 'gift.bin', fileKey, showIf: 'variables.gift' },
        ],
      },
    });
    expect(filesOf((await received(layout)).mail)).toEqual([['terms.bin', bytes]]);
    expect((await received(layout, { variables: { gift: true } })).mail.attachments).toHaveLength(2);
  });

  test('fetches one behind an address over https, once for all recipients (contract: Sending 2)', async () => {
    const layout = await letter({
      attachments: [{ filename: 'guide.pdf', url: `${origin}/{{ variables.page }}` }],
    });
    visits = [];
    const to = [someone(), someone(), someone()];
    const entry = await testStack.send(layout, run(), { to, variables: { page: 'guide.pdf' } });
    expect(entry).toMatchObject({ status: 'SUCCESS', request: { files: ['guide.pdf'] } });
    expect(visits).toEqual(['/guide.pdf']);
    for (const mail of await testStack.mailsTo(...to)) {
      expect(mail.attachments).toMatchObject([{ filename: 'guide.pdf', contentType: 'application/pdf' }]);
      expect(mail.attachments[0]?.content.equals(remote)).toBe(true);
    }
  });

  test('the scheme of an address may be in upper case, as in requests (contract: Layouts 5)', async () => {
    const url = `${origin.replace('https', 'HTTPS')}/guide.pdf`;
    const layout = await letter({ attachments: [{ filename: 'guide.pdf', url }] });
    expect(of((await received(layout)).mail.attachments).content.equals(remote)).toBe(true);
    const visual = await testStack.layout({
      ...{ subject: 'Files', bodyDesign: { blocks: [{ type: 'attachment', filename: 'guide.pdf', url }] } },
    });
    expect(of((await received(visual)).mail.attachments).content.equals(remote)).toBe(true);
  });

  test('retries an address that fails temporarily, and sends the email with its file', async () => {
    const layout = await letter({ attachments: [{ filename: 'guide.pdf', url: `${origin}/flaky` }] });
    visits = [];
    const { mail, entry } = await received(layout);
    expect(of(mail.attachments).content.equals(remote)).toBe(true);
    expect(visits).toEqual(['/flaky', '/flaky']);
    expect(entry.timeline.map(({ event }) => event)).toContain('retry');
  });

  test('fails the step for a missing file without naming its address', async () => {
    const layout = await letter({
      attachments: [{ filename: '{{ variables.email }}.pdf', url: `${origin}/missing` }],
    });
    const to = someone();
    const entry = await testStack.send(layout, run(), { to: [to], variables: { email: to } });
    expect(entry).toMatchObject({ status: 'FAILED', error: expect.stringContaining('could not be fetched') });
    expect(JSON.stringify(entry)).not.toContain(to);
    expect(testStack.smtp.recipients).not.toContain(to);
  });

  test('attaches up to 20 MB; with one byte more, all files become working links in the footer (spec: Limit: Attachments per layout)', async () => {
    const [large, small, more] = [randomBytes(20 * MB - 10), randomBytes(10), randomBytes(11)];
    const [a, b, c] = [await added('a.bin', large), await added('b.bin', small), await added('c.bin', more)];
    const fits = await letter({
      attachments: [
        { filename: 'large.bin', fileKey: a },
        { filename: 'small.bin', fileKey: b },
      ],
    });
    const { mail } = await received(fits);
    expect(mail.attachments.map(({ filename, size }) => [filename, size])).toEqual([
      ['large.bin', 20 * MB - 10],
      ['small.bin', 10],
    ]);
    expect(mail.attachments[0]?.content.equals(large)).toBe(true);
    const tooMuch = await letter({
      attachments: [
        { filename: 'large.bin', fileKey: a },
        { filename: 'more & <more>.bin', fileKey: c },
      ],
    });
    const linked = (await received(tooMuch)).mail;
    expect(linked.attachments).toEqual([]);
    const links = linksIn(linked.html);
    expect(links.map(([name]) => name)).toEqual(['large.bin', 'more &amp; &lt;more&gt;.bin']);
    const answer = await testStack.open(links[1]?.[1] as string);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await answer.arrayBuffer()).equals(more)).toBe(true);
    for (const [, url] of links) expect(linked.text).toContain(url);
    expect(String(linked.html).indexOf('Hello')).toBeLessThan(String(linked.html).indexOf('large.bin'));
  });

  test('links a file marked as link, attaches the others, and links oversized remote files', async () => {
    const bytes = randomBytes(100);
    const fileKey = await added('terms.bin', bytes);
    const { mail } = await received(
      await letter({
        attachments: [
          { filename: 'link.bin', fileKey, sendAsLink: true },
          { filename: 'attached.bin', fileKey },
        ],
      }),
    );
    expect(filesOf(mail)).toEqual([['attached.bin', bytes]]);
    expect(linksIn(mail.html).map(([name]) => name)).toEqual(['link.bin']);
    const endless = await letter({ attachments: [{ filename: 'film.mp4', url: `${origin}/endless` }] });
    const film = (await received(endless)).mail;
    expect(film.attachments).toEqual([]);
    expect(linksIn(film.html)).toEqual([['film.mp4', `${origin}/endless`]]);
  });

  test('attaches a file whose address holds a credential, or fails; never links it (contract: Sending 6)', async () => {
    const canary = `tok-${randomUUID()}`;
    await testStack.operate('set_secret', { name: 'FILES_TOKEN', value: canary });
    const token = '?token={{ secrets.FILES_TOKEN }}';
    const login = origin.replace('https://', `https://shop:${canary}@`);
    const attached = (url: string) => letter({ attachments: [{ filename: 'r.pdf', url }] });
    for (const address of [`${origin}/guide.pdf${token}`, `${login}/guide.pdf`]) {
      visits = [];
      const { mail } = await received(await attached(address));
      expect(filesOf(mail)).toEqual([['r.pdf', remote]]);
      expect(visits).toHaveLength(1);
      expect(`${mail.html}${mail.text}`).not.toContain(canary);
    }
    const error = expect.stringContaining(
      'a link would reveal the secret or login in its URL; upload the file',
    );
    for (const address of [`${origin}/endless${token}`, `${login}/endless`]) {
      const to = someone();
      const entry = await testStack.send(await attached(address), run(), { to: [to] });
      expect(entry).toMatchObject({ status: 'FAILED', error });
      expect(JSON.stringify(entry)).not.toContain(canary);
      expect(testStack.smtp.recipients).not.toContain(to);
    }
    const narrow = await startSmtpServer({ size: 20_000 });
    try {
      const senderId = await testStack.newSender(narrow.port);
      const layout = await attached(`${origin}/guide.pdf${token}`);
      const entry = await testStack.send(layout, run(), { to: [someone()], senderId });
      expect(entry).toMatchObject({ status: 'FAILED', error });
      expect(narrow.messages).toEqual([]);
    } finally {
      await narrow.close();
    }
  });

  test('links files if the server accepts no email of that size (contract: Sending 6)', async () => {
    const bytes = randomBytes(400_000);
    const layout = await letter({
      attachments: [{ filename: 'big.bin', fileKey: await added('big.bin', bytes) }],
    });
    const narrow = await startSmtpServer({ size: 200_000 });
    try {
      const senderId = await testStack.newSender(narrow.port);
      const entry = await testStack.send(layout, run(), { to: [someone()], senderId });
      expect(entry).toMatchObject({ status: 'SUCCESS' });
      expect(narrow.messages).toHaveLength(1);
      const mail = await simpleParser(narrow.messages[0]?.raw as Buffer);
      expect(mail.attachments).toEqual([]);
      const [[name, url] = []] = linksIn(mail.html);
      expect(name).toBe('big.bin');
      expect(mail.text).toContain(`big.bin: ${url}`);
      const answer = await testStack.open(url as string);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    } finally {
      await narrow.close();
    }
  });
});

describe('between two attempts', () => {
  const database = <T>(
    work: (client: { query: (text: string, values: unknown[]) => Promise<{ rows: T[] }> }) => Promise<T>,
  ) => withClient(testStack.outstep.env['DATABASE_URL'] as string, (client) => work(client as never));
  interface Waiting {
    attempt: number;
    state: string;
  }
  const executionOf = (runId: string) =>
    eventually(
      () =>
        database<string>(async (client) => {
          const { rows } = await client.query('select execution_id from runs where run_id = $1', [runId]);
          return (rows as unknown as { execution_id: string }[])[0]?.execution_id ?? '';
        }),
      (id) => id !== '',
    );
  const waiting = (id: string) =>
    database<Waiting>(async (client) => {
      const { rows } = await client.query(
        'select attempt, state from deliveries where execution_id = $1 and position = 1',
        [id],
      );
      return rows[0] ?? { attempt: 0, state: 'none' };
    });
  /**
   * A test can't wait a day, so this makes the waiting message due, and resubmits it as if the engine had
   * lost it.
   */
  const makeDueNow = (id: string) =>
    database(async (client) => {
      await client.query(
        `update deliveries set due_at = now(), sweep_at = now(), generation = generation + 1
         where execution_id = $1 and position = 1 and state = 'planned'`,
        [id],
      );
      return null;
    });
  const atAttempt = (id: string, attempt: number) =>
    eventually(
      () => waiting(id),
      (row) => row.attempt === attempt && row.state === 'planned',
      120_000,
    );

  test('skips a recipient that unsubscribes between attempts', async () => {
    const to = someone();
    const news = await letter({ category: 'marketing' });
    testStack.smtp.behaves.rcpt = '450 4.2.0 later';
    try {
      const runId = run();
      // Answered when the step has ended, or after 8 s.
      const posted = testStack.post(news, runId, { to: [to] });
      const id = await executionOf(runId);
      await atAttempt(id, 3);
      testStack.smtp.behaves = {};
      await testStack.operate('add_unsubscribe', { email: to });
      await makeDueNow(id);
      await posted;
      expect(await testStack.ended(id)).toMatchObject({
        status: 'FAILED',
        error: expect.stringContaining('unsubscribed before the email was sent'),
      });
      expect(testStack.takenFor(to)).toEqual([]);
    } finally {
      testStack.smtp.behaves = {};
    }
  });
});
