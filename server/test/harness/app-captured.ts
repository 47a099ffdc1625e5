import {
  type CapturedContent,
  type CapturedSummary,
  capturedContents,
  capturedSealContext,
  capturedSummaries,
} from '../../src/features/sending/capture/captured-mail.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import type { Outstep } from './outstep.ts';

type Mail = CapturedSummary & CapturedContent;

const insert = statement(
  'test_captured_mail',
  `insert into captured_mails (store_id, id, execution_id, position, summary, content, bytes)
   values ($1, $2, $3, 1, $4, $5, 1)`,
);

const anna = { name: 'Anna Berg', address: 'anna.berg@customer.example' };
const shop = { name: 'Test mode', address: 'test-mode@outstep.invalid' };

const html = `<!doctype html><html lang="en"><head><title>Order</title></head>
<body style="margin:0;background:#f4f1ea;font-family:Georgia,serif;color:#2b2b2b">
<table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" style="max-width:560px;background:#fff;border-radius:8px"><tr><td style="padding:32px">
<h1 style="font-size:24px;margin:0 0 16px">Thank you for order #1001</h1>
<p>Hello Anna, your stoneware mug and 250 g of Assam are on their way.</p>
<p><img src="https://cdn.tea.example/mug.png" width="200" height="120" style="background:#eee"></p>
<p><a href="http://tea.example/orders/1001" style="color:#2f6f4f">Follow your order</a></p>
<p><a href="https://tea.example/help">Help</a> · <a href="mailto:hello@tea.example">Write to us</a></p>
</td></tr></table></td></tr></table></body></html>`;

const text =
  'Thank you for order #1001\n\nHello Anna, your stoneware mug and 250 g of Assam are on their way.\n';

/** An email with content of every kind. */
export const capturedOrder: Mail = {
  ...{ from: shop, to: [anna], cc: [], bcc: [{ name: '', address: 'archive@tea.example' }] },
  ...{ subject: 'Thank you for order #1001', files: 1, replyTo: null, html, text },
  source: [
    'From: Test mode <test-mode@outstep.invalid>',
    'To: Anna Berg <anna.berg@customer.example>',
    'Subject: Thank you for order #1001',
    'Message-ID: <01a1e20c-bc2e-7549-8a2d-02f365dce72a.0@outstep.invalid>',
    'Content-Type: multipart/alternative;\r\n boundary="--_NmP-1"',
    'MIME-Version: 1.0',
    '',
    '----_NmP-1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...text.split('\n'),
  ].join('\r\n'),
  isSourceCut: false,
  attachments: [{ filename: 'invoice-1001.pdf', contentType: 'application/pdf', bytes: 48_213 }],
};

/** Inserts an email into a store's test inbox, bypassing the features; returns its ID. */
export async function putCaptured(
  { core }: Pick<Outstep, 'core'>,
  storeId: string,
  fields: Partial<Mail> = {},
): Promise<string> {
  const { from, to, cc, bcc, subject, files, ...content } = { ...capturedOrder, ...fields };
  const vault = await core.vaultFor(storeId).unlock();
  const [id, executionId] = [core.runtime.newId(), core.runtime.newId()];
  const summary = capturedSummaries.write({ from, to, cc, bcc, subject, files });
  await core.database
    .forStore(storeId)
    .rows(
      bind(
        insert,
        ...[storeId, id, executionId],
        vault.seal(capturedSealContext(id, 'summary'), summary),
        vault.seal(capturedSealContext(id, 'content'), capturedContents.write(content)),
      ),
    );
  return id;
}
