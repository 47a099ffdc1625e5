import { randomUUID } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import type { StarterDesign } from '../../src/features/layouts/starter-designs/starter-designs.schema.ts';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import {
  drawMarkedMail,
  type MarkedMailJob,
} from '../../src/features/rendering/mails/draw-marked-mail.rules.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { addFile } from '../harness/files.ts';
import { storeTexts } from '../harness/layouts.ts';
import { type Postfix, startPostfix } from '../harness/postfix.ts';
import { sampled } from '../harness/size.ts';
import { BASE_URL, type MailStack, sharedMailStack } from './mail-stack.ts';

const ARABIC = 'طلبك رقم ٧ في الطريق إليك';

let testStack: MailStack;
let postfix: Postfix;
let senderId: string;
let fileKey: string;
beforeAll(async () => {
  [testStack, postfix] = await Promise.all([sharedMailStack(), startPostfix()]);
  senderId = await testStack.newSender(postfix.port);
  fileKey = await addFile(testStack.outstep, testStack.storeId, 'invoice.pdf', Buffer.from('%PDF-1.7\n'));
  await storeTexts(testStack.outstep.core, testStack.storeId, { companyDetails: 'Shop Ltd, Road 1' });
});
afterAll(async () => {
  await testStack?.close();
  await postfix?.close();
});

/** Changes each value in a design, depending on its name. */
function withEach(value: Json, change: (name: string, text: string) => string, name = ''): Json {
  if (typeof value === 'string') return change(name, value);
  if (Array.isArray(value)) return value.map((each) => withEach(each, change, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'testVariables' ? each : withEach(each, change, key),
    ]),
  );
}

/** Arabic words before those of the design, in a right-to-left email. */
const inArabic = (design: StarterDesign) => ({
  ...design,
  ...{ key: `${design.key} in Arabic`, defaultLocale: 'ar', subject: `${ARABIC} ${design.subject}` },
  bodyDesign: withEach(design.bodyDesign, (name, text) => {
    if (name === 'html') return `<p>${ARABIC}</p>${text}`;
    return name === 'text' || name === 'label' ? `${ARABIC} ${text}` : text;
  }) as JsonObject,
});

/** A file of the store instead of one that a shop would send: it appears in no part of the email. */
const withOwnFile = (design: JsonObject): JsonObject => ({
  ...design,
  blocks: (design['blocks'] as JsonObject[]).map(({ ...block }) => {
    if (block['type'] !== 'attachment') return block;
    const { url: _url, ...rest } = block;
    return { ...rest, fileKey };
  }),
});

const languages = [...starterDesigns.en, ...starterDesigns.de];
const mails = [
  ...languages.map((design) => ({ ...design, key: `${design.key} in ${design.defaultLocale}` })),
  ...starterDesigns.en.map(inArabic),
];
/** Email has its own line ends. */
const plain = (text: string | false | undefined) => String(text).replace(/\r\n/g, '\n').trim();
/** Each recipient has their own unsubscribe link. */
const OWN_LINK = new RegExp(`${BASE_URL}/unsubscribe/[^"<\\s]+`, 'g');

test.each(sampled(mails, 4))(
  'a mail server receives exactly the canvas: $key',
  async ({ key, ...content }) => {
    const bodyDesign = withOwnFile(content.bodyDesign);
    const { defaultLocale: locale, subject, previewText } = content;
    const variables = bodyDesign['testVariables'] as JsonObject;
    const id = await testStack.layout({ ...content, name: key, bodyDesign });
    const to = `anna-${randomUUID().slice(0, 8)}@customer.example`;
    const entry = await testStack.send(id, randomUUID(), { to: [to], senderId, variables });
    expect(entry, String(entry.error)).toMatchObject({ status: 'SUCCESS' });
    const { html } = await simpleParser(await postfix.deliveredTo(to));

    // As the editor requests and draws it in the browser.
    const around = (await testStack.operate('get_layout_canvas', { id, locale })) as unknown as {
      filesUrl: string;
      logoUrl: string | null;
      assetsUrl: string;
      unsubscribeUrl: string;
      footer: MarkedMailJob['footer'];
    };
    const drawn = await drawMarkedMail({
      ...{ design: bodyDesign, locale, subject, previewText, presets: {}, path: ['bodyDesign'] },
      ...{ logoUrl: around.logoUrl, assetsUrl: around.assetsUrl, footer: around.footer },
      ...{ unsubscribeUrl: around.unsubscribeUrl, variables, secret: 'abcdef' },
      files: { [fileKey]: around.filesUrl + fileKey },
    });
    if ('problems' in drawn) throw new Error(JSON.stringify(drawn.problems));
    expect(drawn.places.length).toBeGreaterThan(3);
    expect(plain(html).replace(OWN_LINK, around.unsubscribeUrl)).toBe(plain(BlockMarks.takeOut(drawn)));
  },
);
