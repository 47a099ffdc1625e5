import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { dkimVerify } from 'mailauth';
import { type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailTransport, OutgoingMail } from '../../src/kernel/mail.ts';
import { type Postfix, startPostfix } from '../harness/postfix.ts';
import { allowSend, mailTo, serverAt, transportFor } from './mails.ts';

const MB = 1024 * 1024;

describe('through a real mail server', () => {
  let postfix: Postfix;
  let transport: MailTransport;
  let last = 0;
  beforeAll(async () => {
    postfix = await startPostfix();
    transport = transportFor();
  });
  afterAll(async () => {
    await transport?.close();
    await postfix?.close();
  });

  /** The delivered email, both raw and as an email program reads it. */
  async function deliverAndRead(changes: Partial<OutgoingMail>): Promise<{ raw: Buffer; mail: ParsedMail }> {
    last += 1;
    const recipient = `customer-${last}@customer.example`;
    const carried = await transport.carry('a', serverAt(postfix.port), mailTo(recipient, changes), allowSend);
    expect(carried).toMatchObject({ state: 'sent', answer: expect.stringContaining('queued as') });
    const raw = await postfix.deliveredTo(recipient);
    return { raw, mail: await simpleParser(raw) };
  }

  test('delivers text and HTML with our own Message-ID and date', async () => {
    const [messageId, date] = ['<0199-a.b@shop.example>', new Date('2026-02-03T04:05:06Z')];
    const html = '<p>Grüße, 东京 🎉</p>\n.\n..\n<p>.</p>';
    const { mail } = await deliverAndRead({ messageId, date, html, text: 'Grüße, 东京 🎉\n.\n..\nEnde' });
    expect(mail).toMatchObject({ messageId, date, html, subject: 'Your order' });
    expect(mail.text).toBe('Grüße, 东京 🎉\n.\n..\nEnde');
  });

  test('delivers non-ASCII names, subjects and addresses', async () => {
    const [name, subject] = ['Zoë Müller, "東京" (shop)', 'Ihre Bestellung № 42 – 🎁 '.repeat(8).trim()];
    const { mail, raw } = await deliverAndRead({
      subject,
      from: { name, address: 'orders@bücher.example' },
      replyTo: { name: 'يوسف', address: 'help@shop.example' },
      cc: [{ name: '', address: 'copy@customer.example' }],
    });
    expect(mail.subject).toBe(subject);
    expect(mail.from?.value).toEqual([{ name, address: 'orders@bücher.example' }]);
    expect(mail.replyTo?.value).toEqual([{ name: 'يوسف', address: 'help@shop.example' }]);
    expect(mail.cc).toMatchObject({ value: [{ name: '', address: 'copy@customer.example' }] });
    expect(raw.every((byte) => byte < 0x80)).toBe(true);
    expect(raw.toString()).toContain('<orders@xn--bcher-kva.example>');
  });

  test('a recipient named only in Cc gets no email', async () => {
    await deliverAndRead({ cc: [{ name: 'Nobody', address: 'nobody@customer.example' }] });
    await deliverAndRead({});
    const all = (await postfix.delivered()).join('\n');
    expect(all).not.toContain('Delivered-To: nobody@customer.example');
  });

  test('delivers attachments byte for byte under their names', async () => {
    const files = [
      {
        filename: 'Rechnung für Zoë 東京 “2026”.pdf',
        contentType: 'application/pdf',
        content: randomBytes(70_000),
      },
      {
        filename: 'list.csv',
        contentType: 'text/csv',
        content: Buffer.from('a;b\r\n.\nc\r\0\xff', 'latin1'),
      },
      { filename: `${'long '.repeat(30)}.txt`, contentType: 'text/plain', content: Buffer.alloc(0) },
    ];
    const { mail } = await deliverAndRead({ attachments: files });
    expect(mail.attachments.map(({ filename, contentType }) => ({ filename, contentType }))).toEqual(
      files.map(({ filename, contentType }) => ({ filename, contentType })),
    );
    for (const [at, { content }] of files.entries())
      expect(mail.attachments[at]?.content.equals(content)).toBe(true);
  });

  test('delivers a large attachment', async () => {
    const content = randomBytes(8 * MB);
    const { mail } = await deliverAndRead({
      attachments: [{ filename: 'a.bin', contentType: 'application/zip', content }],
    });
    expect(mail.attachments[0]?.content.equals(content)).toBe(true);
  });

  describe('signed with DKIM', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const dkim = {
      domain: 'shop.example',
      selector: 's1',
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    };
    const headers = {
      'List-Unsubscribe': `<https://outstep.example/u/${'t'.repeat(300)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    const verdict = async (message: Buffer) => {
      const resolver = async (name: string) => {
        if (name === 's1._domainkey.shop.example') return [[`v=DKIM1; k=rsa; p=${der}`]];
        throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      };
      return (await dkimVerify(message, { resolver } as never)).results[0];
    };

    test('the signature is valid and covers both unsubscribe headers', async () => {
      const content = randomBytes(3 * MB);
      const { raw, mail } = await deliverAndRead({
        dkim,
        headers,
        attachments: [{ filename: 'ü.bin', contentType: 'a/b', content }],
      });
      const result = await verdict(raw);
      expect(result).toMatchObject({ signingDomain: 'shop.example', status: { result: 'pass' } });
      const signed = /\bh=([^;]*);/.exec(
        String(mail.headerLines.find(({ key }) => key === 'dkim-signature')?.line),
      );
      const names = String(signed?.[1]).toLowerCase().replace(/\s/g, '').split(':');
      for (const name of [
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ])
        expect(names).toContain(name);
      expect(mail.headers.get('list')).toMatchObject({
        unsubscribe: { url: expect.stringContaining('/u/ttt') },
      });
    });

    test.each(['One-Click', 'outstep.example/u', 'Thank you'])(
      'the signature is invalid when %s is changed',
      async (text) => {
        const { raw } = await deliverAndRead({ dkim, headers });
        const changed = Buffer.from(raw.toString('latin1').replace(text, 'something else'), 'latin1');
        expect((await verdict(changed))?.status.result).not.toBe('pass');
      },
    );

    test.each([
      'no key',
      String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
    ])('does not send an unsigned email if the key cannot be used', async (unusable) => {
      const mail = mailTo('unsigned@customer.example', { dkim: { ...dkim, privateKey: unusable } });
      expect(await transport.carry('a', serverAt(postfix.port), mail, allowSend)).toMatchObject({
        state: 'failed',
        again: false,
      });
    });
  });
});
