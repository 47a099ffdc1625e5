import { randomBytes, randomUUID } from 'node:crypto';
import { dkimVerify } from 'mailauth';
import { type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile, pngOf } from '../harness/files.ts';
import { storeTexts } from '../harness/layouts.ts';
import { type Postfix, startPostfix } from '../harness/postfix.ts';
import { addressesOf, type MailStack, sharedMailStack } from './mail-stack.ts';

const ARABIC = 'طلبك رقم ٧ في الطريق إليك';

let testStack: MailStack;
let postfix: Postfix;
let senderId: string;
/** The record that the owner of the domain adds to DNS. */
let dkim: { record: string; value: string };
beforeAll(async () => {
  [testStack, postfix] = await Promise.all([sharedMailStack(), startPostfix()]);
  senderId = await testStack.newSender(postfix.port);
  const made = await testStack.operate('create_dkim_key', { domain: 'shop.example', selector: 's1' });
  dkim = made as unknown as typeof dkim;
  await storeTexts(testStack.outstep.core, testStack.storeId, { companyDetails: 'Shop Ltd, Road 1' });
});
afterAll(async () => {
  await testStack?.close();
  await postfix?.close();
});

const someone = () => `anna-${randomUUID().slice(0, 8)}@customer.example`;

/** A receiving server's verdict on the signature, and the headers it covers. */
async function signatureOf(raw: Buffer) {
  const resolver = async (name: string) => {
    if (name === dkim.record) return [[dkim.value]];
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  };
  const { results } = await dkimVerify(raw, { resolver } as never);
  const { headerLines } = await simpleParser(raw);
  const line = headerLines.find(({ key }) => key === 'dkim-signature')?.line;
  const names = /\bh=([^;]*);/.exec(String(line))?.[1] ?? '';
  return { results, signed: names.toLowerCase().replace(/\s/g, '').split(':').toSorted() };
}
const resultOfChanged = async (raw: Buffer, was: string, is: string) => {
  const text = raw.toString('latin1');
  expect(text).toContain(was);
  const { results } = await signatureOf(Buffer.from(text.replace(was, is), 'latin1'));
  return results[0]?.status.result;
};
const BY_SHOP = [{ signingDomain: 'shop.example', selector: 's1', status: { result: 'pass' } }];
/** In every email. */
const SIGNED = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

/** The email in each recipient's mailbox, always signed. */
async function delivered(layout: string, to: unknown[], fields: Record<string, unknown> = {}) {
  const entry = await testStack.send(layout, randomUUID(), { to, senderId, ...fields });
  expect(entry, String(entry.error)).toMatchObject({ status: 'SUCCESS' });
  const addresses = to.map((each) =>
    typeof each === 'string' ? each : (each as { address: string }).address,
  );
  return Promise.all(
    addresses.map(async (address) => {
      const raw = await postfix.deliveredTo(address);
      const { results, signed } = await signatureOf(raw);
      expect(results).toMatchObject(BY_SHOP);
      expect(signed).toEqual(expect.arrayContaining(SIGNED));
      return { raw, mail: await simpleParser(raw), entry, signed };
    }),
  );
}
const of = <T>(list: T[]) => list[0] as T;
const countTo = async (address: string) =>
  (await postfix.delivered()).filter((each) => each.toString('latin1').includes(`Delivered-To: ${address}\n`))
    .length;
/** A preview shows what arrives. */
async function preview(layout: string, fields: Record<string, unknown>) {
  const path = `/api/v1/email-templates/${layout}/preview`;
  const { status, body } = await testStack.outstep.call(testStack.key, 'POST', path, fields);
  expect(status).toBe(200);
  return body as { subject: string; html: string; text: string };
}
/** Email has its own line ends. */
const plain = (text: string | false | undefined) => String(text).replace(/\r\n/g, '\n').trim();

describe('through a real mail server', () => {
  test('a transactional design with a file: headers, both parts and every byte, the same for each recipient (spec: What the service does 9)', async () => {
    const [pdf, png] = [Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(90_000)]), await pngOf(8, 8)];
    const [invoice, picture] = [
      await addFile(testStack.outstep, testStack.storeId, 'invoice.pdf', pdf),
      await addFile(testStack.outstep, testStack.storeId, 'mug.png', png),
    ];
    const layout = await testStack.layout({
      subject: 'Order {{ variables.order.name }} 🎁 – thank you, {{ variables.name }}',
      previewText: 'On its way',
      bodyDesign: {
        blocks: [
          { type: 'heading', text: 'Hello {{ variables.name }}' },
          { type: 'image', fileKey: picture, alt: 'A mug' },
          { type: 'text', html: '<p>Grüße & 東京 — {{ variables.order.name }}</p>' },
          { type: 'button', label: 'Track', url: 'https://shop.example/t?a=1&b={{ variables.order.id }}' },
          { type: 'attachment', filename: 'Rechnung {{ variables.order.id }}.pdf', fileKey: invoice },
        ],
      },
    });
    const variables = { name: 'Zoë <b>Ölm</b>', order: { name: '#1001', id: 7 } };
    const to = [{ name: 'Zoë Ölm', address: someone() }, someone()];
    const mails = await delivered(layout, to, { variables, replyTo: 'help@shop.example' });
    const shown = await preview(layout, { variables });
    for (const { mail } of mails) {
      expect(mail.subject).toBe('Order #1001 🎁 – thank you, Zoë <b>Ölm</b>');
      expect(mail.subject).toBe(shown.subject);
      expect(mail.from?.value).toEqual([{ name: 'The shop', address: 'orders@shop.example' }]);
      expect(addressesOf(mail.replyTo)).toEqual(['help@shop.example']);
      expect(addressesOf(mail.to)).toHaveLength(2);
      expect(plain(mail.html)).toBe(plain(shown.html));
      expect(plain(mail.text)).toBe(plain(shown.text));
      expect(mail.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
        ['Rechnung 7.pdf', 'application/pdf'],
      ]);
      expect(of(mail.attachments).content.equals(pdf)).toBe(true);
      expect(mail.headers.has('list')).toBe(false);
    }
    const [first, second] = mails.map(({ mail }) => mail) as [ParsedMail, ParsedMail];
    expect(second.messageId).toBe(first.messageId);
    expect(second.html).toBe(first.html);
  });

  test('transactional email is signed too: every header except those added in transit, and the body with its file', async () => {
    const bytes = randomBytes(5000);
    const fileKey = await addFile(testStack.outstep, testStack.storeId, 'terms.bin', bytes);
    const layout = await testStack.layout({
      bodyType: 'text',
      subject: 'Order {{ variables.n }}',
      body: '<p>Thanks</p>',
      attachments: [{ filename: 'terms.bin', fileKey }],
    });
    const to = someone();
    const whom = { cc: ['copy@customer.example'], replyTo: 'help@shop.example' };
    const { raw, mail, signed } = of(await delivered(layout, [to], { variables: { n: 7 }, ...whom }));
    expect(signed).toEqual([...SIGNED, 'cc', 'reply-to'].toSorted());
    const unsigned = mail.headerLines.map(({ key }) => key).filter((name) => !signed.includes(name));
    // The signature itself, and what Postfix adds.
    expect(new Set(unsigned)).toEqual(
      new Set(['dkim-signature', 'return-path', 'x-original-to', 'delivered-to', 'received']),
    );
    for (const [was, is] of [
      ['Subject: Order 7', 'Subject: Order 8'],
      ['From: The shop', 'From: A shop'],
      ['Reply-To: help@', 'Reply-To: evil@'],
      ['Cc: copy@', 'Cc: else@'],
      ['<p>Thanks</p>', '<p>Pay me</p>'],
      [bytes.toString('base64').slice(0, 40), 'A'.repeat(40)],
    ] as const)
      expect(await resultOfChanged(raw, was, is), was).not.toBe('pass');
    // The recipient in Cc gets the same, with a separate signature.
    expect((await signatureOf(await postfix.deliveredTo('copy@customer.example'))).results).toMatchObject(
      BY_SHOP,
    );
  });

  test('a text layout', async () => {
    const layout = await testStack.layout({
      bodyType: 'text',
      subject: 'Plain {{ variables.n }}',
      body: '<h1>Hello</h1>\n<p>Line .\n.\n..</p><ul><li>{{ variables.n }}</li></ul>',
    });
    const { mail } = of(await delivered(layout, [someone()], { variables: { n: 1 } }));
    const shown = await preview(layout, { variables: { n: 1 } });
    expect(mail.subject).toBe('Plain 1');
    expect(plain(mail.html)).toBe(plain(shown.html));
    expect(plain(mail.text)).toBe(plain(shown.text));
  });

  test("history has the server's reply for each recipient, as in its own log (contract: History and stats 8)", async () => {
    const layout = await testStack.layout({ bodyType: 'text', category: 'marketing', body: '<p>Hi</p>' });
    const to = [someone(), someone(), someone()];
    const { entry } = of(await delivered(layout, to));
    const { recipients } = entry['response'] as { recipients: Record<string, string | number>[] };
    expect(recipients).toHaveLength(3);
    const log = await postfix.log();
    for (const { recipient, queueId, messageId, answer, ...rest } of recipients) {
      expect(recipient).toBe('an******@customer.example');
      expect(answer).toBe(`250 2.0.0 Ok: queued as ${queueId}`);
      expect(rest).toEqual({ state: 'sent', attempt: 1, at: expect.stringMatching(/^20\d\d-.*Z$/) });
      expect(log).toContain(`${queueId}: message-id=${messageId}`);
    }
    const ids = new Set(recipients.map(({ messageId }) => messageId));
    expect(ids.size).toBe(3);
  });

  test('marketing email to three: one message each, separate links, both unsubscribe headers under a valid signature (spec: What the service does 9c; What the service does 9d)', async () => {
    const layout = await testStack.layout({
      category: 'marketing',
      subject: 'News 🎉',
      bodyDesign: { blocks: [{ type: 'text', html: '<p>New: a mug. {{ unsubscribe_link }}</p>' }] },
    });
    const to = [someone(), someone(), someone()];
    const mails = await delivered(layout, to);
    const links = new Set<string>();
    for (const [i, { raw, mail, signed }] of mails.entries()) {
      expect(await countTo(to[i] as string)).toBe(1);
      expect(addressesOf(mail.to)).toEqual([to[i]]);
      const lines = Object.fromEntries(
        mail.headerLines.map(({ key: name, line }) => [name, line.replace(/\r?\n[ \t]+/g, ' ')]),
      );
      expect(lines['list-unsubscribe-post']).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      const link = /<(https:[^>]+)>$/.exec(String(lines['list-unsubscribe']))?.[1] as string;
      links.add(link);
      expect(String(mail.html).split(link)).toHaveLength(3);
      expect(plain(mail.text)).toMatch(/Shop Ltd, Road 1$/);
      expect(signed).toEqual([...SIGNED, 'list-unsubscribe', 'list-unsubscribe-post'].toSorted());
      for (const [was, is] of [
        ['List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks'],
        [`<${link.slice(0, 20)}`, '<https://evil.example/'],
      ] as const)
        expect(await resultOfChanged(raw, was, is)).not.toBe('pass');
    }
    expect(links.size).toBe(3);
    for (const link of links) expect((await testStack.open(link)).status).toBe(200);
  });

  test('an Arabic email is right-to-left', async () => {
    const layout = await testStack.layout({
      subject: 'On its way',
      bodyDesign: { blocks: [{ type: 'text', html: '<p>On its way</p>' }] },
    });
    await testStack.translation(layout, 'ar', {
      subject: `${ARABIC} 🚚`,
      bodyDesign: { blocks: [{ type: 'text', html: `<p>${ARABIC}</p>` }] },
    });
    const { mail, entry } = of(
      await delivered(layout, [{ name: 'يوسف', address: someone() }], { locale: 'ar-EG' }),
    );
    expect(entry['locale']).toBe('ar');
    expect(mail.subject).toBe(`${ARABIC} 🚚`);
    expect(mail.html).toContain('dir="rtl"');
    expect(mail.html).toContain(ARABIC);
    expect(mail.text).toContain(ARABIC);
    expect(mail.to).toMatchObject({ value: [{ name: 'يوسف' }] });
  });
});
