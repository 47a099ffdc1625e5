import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFile, firstFields, layoutsPath as path } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;
let storeId: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore();
});
afterAll(() => outstep?.close());

/** Each part gets its own key, so that budgets are not shared. */
async function fresh() {
  key = await outstep.newKey(storeId, 'write', { name: 'Builder' });
}
const create = (body: unknown, headers = {}) => outstep.call(key, 'POST', path, body, headers);
const get = (id: string) => outstep.call(key, 'GET', `${path}/${id}`);
const patch = (id: string, body: unknown, headers = {}) =>
  outstep.call(key, 'PATCH', `${path}/${id}`, body, headers);
const createLayout = async (body: object) => {
  const answer = await create({ name: 'Order', subject: 'Your order', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe('create', () => {
  beforeAll(fresh);

  test('201 with everything a visual layout can have; it reads back as sent (spec: Endpoint POST /api/v1/email-templates; Endpoint GET /api/v1/email-templates/:id; Status 201; Email layout: bodyDesign; Email layout: previewText; Email layout: marketingTexts) (contract: Layouts 3)', async () => {
    const sent = {
      name: 'Order confirmation',
      description: 'Sent when an order is paid',
      bodyType: 'visual',
      defaultLocale: 'pt-br',
      category: 'marketing',
      requiredVariables: ['order.name', 'lines[0]["unit price"]'],
      completeLanguagesOnly: true,
      subject: 'Order {{ variables.order.name }}',
      previewText: 'Thank you, {{ variables.name | default: "friend" }}',
      bodyDesign: {
        footer: { blocks: [{ type: 'divider' }] },
        blocks: [{ html: '<p>A</p>', type: 'text' }],
        global: { width: 640 },
        header: null,
        testVariables: { order: { name: '#1' }, list: [1, null, 'two'] },
      },
      marketingTexts: {
        unsubscribeText: 'Leave: {{ unsubscribe_link }}',
        unsubscribeLinkLabel: 'here',
        companyDetails: 'Oak & Clay, Cork',
      },
    };
    const answer = await create(sent);
    expect(answer.body).toEqual({
      ...sent,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      languages: [
        {
          ...{ locale: 'pt-br', isMain: true, incomplete: false },
          updatedAt: answer.body.languages?.[0]?.updatedAt,
        },
      ],
      version: 1,
      stepCount: 0,
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: answer.body.createdAt,
    });
    expect(answer.status).toBe(201);
    expect(JSON.stringify(answer.body.bodyDesign)).toBe(JSON.stringify(sent.bodyDesign));
    expect(Object.keys(answer.body)).toEqual([
      ...firstFields,
      ...['bodyDesign', 'marketingTexts', 'languages', 'version', 'stepCount', 'createdAt', 'updatedAt'],
    ]);
    const read = await get(answer.body.id);
    expect(read.text).toBe(answer.text);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  test('201 with name and subject alone; the rest has defaults (spec: Email layout: bodyType; Email layout: defaultLocale; Email layout: category; marketingTexts 2) (contract: Layouts 1)', async () => {
    expect(await createLayout({})).toMatchObject({
      ...{ description: '', bodyType: 'visual', defaultLocale: 'en', category: 'transactional' },
      requiredVariables: [],
      ...{ previewText: '', bodyDesign: { blocks: [] }, marketingTexts: null },
      languages: [{ locale: 'en', isMain: true }],
    });
    expect(await createLayout({})).not.toHaveProperty('body');
    expect(await createLayout({})).not.toHaveProperty('attachments');
  });

  test('201 for a text layout, which has body and attachments and no design (spec: Email layout: body; Email layout: attachments; Email layout: bodyType)', async () => {
    const fileKey = await createFile(outstep.core, storeId, 'terms.pdf');
    const attachments = [
      { filename: 'terms.pdf', fileKey },
      { filename: 'big.pdf', fileKey, sendAsLink: true },
      {
        filename: '{{ variables.order.name }}.pdf',
        url: 'https://files.example/{{ variables.order.id }}.pdf',
      },
    ];
    const layout = await createLayout({ bodyType: 'text', body: '<p>Hi</p>\n', attachments });
    expect(layout).toMatchObject({ bodyType: 'text', body: '<p>Hi</p>\n', attachments });
    expect(layout).not.toHaveProperty('bodyDesign');
    expect(await createLayout({ bodyType: 'text' })).toMatchObject({ body: '', attachments: [] });
    expect(await createLayout({ bodyType: 'text', body: null, attachments: null })).toMatchObject({
      ...{ body: '', attachments: [] },
    });
  });

  const broken = '{% if a %}';
  const notClosed = 'Liquid: tag "if" not closed, line 1, column 1';
  const anAddress = { filename: 'a', url: 'https://x.example' };
  const refused: [sent: unknown, error: string][] = [
    [{}, 'name: required; subject: required'],
    [{ name: null, subject: null }, 'name: required; subject: required'],
    [{ name: ' ', subject: '\n' }, 'name: required; subject: required'],
    [{ name: 'A' }, 'subject: required'],
    [{ name: 7, subject: [] }, 'name: must be text; subject: must be text'],
    [{ name: 'x'.repeat(201), subject: 'S' }, 'name: at most 200 characters'],
    [{ name: 'A', subject: 'a\u0000b' }, 'subject: must not contain NUL or broken Unicode'],
    [{ name: 'A', subject: 'x'.repeat(1001) }, 'subject: at most 1000 characters'],
    [{ name: 'A', subject: 'S', description: 'x'.repeat(2001) }, 'description: at most 2000 characters'],
    [{ name: 'A', subject: 'S', description: 5 }, 'description: must be text'],
    [{ name: 'A', subject: 'S', previewText: 'x'.repeat(1001) }, 'previewText: at most 1000 characters'],
    [{ name: 'A', subject: 'S', bodyType: 'html' }, 'bodyType: must be one of visual, text'],
    [{ name: 'A', subject: 'S', category: 'promo' }, 'category: must be one of transactional, marketing'],
    [{ name: 'A', subject: 'S', requiredVariables: 'order.id' }, 'requiredVariables: must be a list'],
    [{ name: 'A', subject: 'S', requiredVariables: [7] }, 'requiredVariables[0]: must be text'],
    [
      { name: 'A', subject: 'S', requiredVariables: ['order.id', 'order..id'] },
      'requiredVariables[1]: must be a path such as order.id',
    ],
    [
      { name: 'A', subject: 'S', requiredVariables: ['variables.order'] },
      'requiredVariables[0]: omit the prefix "variables."',
    ],
    [
      { name: 'A', subject: 'S', requiredVariables: ['x'.repeat(201)] },
      'requiredVariables[0]: at most 200 characters',
    ],
    [
      { name: 'A', subject: 'S', requiredVariables: Array.from({ length: 51 }, (_, i) => `v${i}`) },
      'requiredVariables: at most 50 items',
    ],
    [{ name: 'A', subject: 'S', bodyDesign: [] }, 'bodyDesign: must be an object'],
    [{ name: 'A', subject: 'S', bodyDesign: {} }, 'bodyDesign.blocks: required'],
    [{ name: 'A', subject: 'S', body: '' }, 'body: only for text layouts'],
    [
      { name: 'A', subject: 'S', body: 'b', attachments: [] },
      'body: only for text layouts; attachments: only for text layouts',
    ],
    [
      { name: 'A', subject: 'S', bodyType: 'text', bodyDesign: { blocks: [] } },
      'bodyDesign: only for visual layouts',
    ],
    [{ name: 'A', subject: broken }, `subject: ${notClosed}`],
    [{ name: 'A', subject: 'S', previewText: broken }, `previewText: ${notClosed}`],
    [{ name: 'A', subject: 'S', bodyType: 'text', body: broken }, `body: ${notClosed}`],
    [
      {
        name: 'A',
        subject: 'S',
        bodyDesign: { blocks: [{ type: 'divider' }, { type: 'text', html: broken }] },
      },
      `bodyDesign.blocks[1].html: ${notClosed}`,
    ],
    [
      { name: 'A', subject: 'S', bodyDesign: { blocks: [{ type: 'text', html: '', color: 1 }], logo: 1 } },
      'bodyDesign.blocks[0].color: unknown field; bodyDesign.logo: unknown field',
    ],
    [
      { name: 'A', subject: 'S', marketingTexts: { companyDetails: broken } },
      `marketingTexts.companyDetails: ${notClosed}`,
    ],
    [{ name: 'A', subject: 'S', marketingTexts: [] }, 'marketingTexts: must be an object'],
    [{ name: 'A', subject: 'S', marketingTexts: { footer: 'x' } }, 'marketingTexts.footer: unknown field'],
    [{ name: 'A', subject: 'S', bodyType: 'text', attachments: {} }, 'attachments: must be a list'],
    [{ name: 'A', subject: 'S', bodyType: 'text', attachments: [{}] }, 'attachments[0].filename: required'],
    [
      { name: 'A', subject: 'S', bodyType: 'text', attachments: [{ ...anAddress, filename: ' ' }] },
      'attachments[0].filename: required',
    ],
    [
      { name: 'A', subject: 'S', bodyType: 'text', attachments: [{ ...anAddress, fileKey: 'f' }] },
      'attachments[0]: specify either fileKey or url',
    ],
    [
      { name: 'A', subject: 'S', bodyType: 'text', attachments: [{ ...anAddress, sendAsLink: true }] },
      'attachments[0].sendAsLink: only for uploaded files',
    ],
    [
      { name: 'A', subject: 'S', bodyType: 'text', attachments: [anAddress, { ...anAddress, size: 1 }] },
      'attachments[1].size: unknown field',
    ],
    [
      {
        name: 'A',
        subject: 'S',
        bodyType: 'text',
        attachments: [{ filename: 'a', url: 'http://x.example' }],
      },
      'attachments[0].url: must start with https://',
    ],
    [
      {
        name: 'A',
        subject: 'S',
        bodyType: 'text',
        attachments: [{ filename: 'a', url: '{{ variables.u }}' }],
      },
      'attachments[0].url: must start with https://',
    ],
    [
      { name: 'A', subject: 'S', bodyType: 'text', attachments: [{ ...anAddress, filename: broken }] },
      `attachments[0].filename: ${notClosed}`,
    ],
    [
      { name: 'A', subject: 'S', bodyType: 'text', attachments: [{ filename: 'a', fileKey: 'nothing' }] },
      'attachments[0].fileKey: unknown file',
    ],
  ];
  test.each(refused.map(([sent, error]) => [error, sent]))(
    '400 %s (spec: Email layout: name; Email layout: description; Email layout: subject; Layout validation 1; Layout validation 3; Limit: name; Limit: description; Errors 1; Status 400) (contract: Layouts 2)',
    async (error, sent) => {
      expect(await create(sent)).toMatchObject({ status: 400, body: { error } });
    },
  );

  test.each([
    [{ subject: '{{ a b c }}' }, /^subject: Liquid: /],
    [{ subject: '{{ variables.a | nofilter }}' }, /^subject: Liquid: .*nofilter/],
    [{ previewText: '{% nothing %}' }, /^previewText: Liquid: .*nothing/],
    [{ bodyType: 'text', body: '{% if %}x{% endif %}' }, /^body: Liquid: /],
    [
      { bodyDesign: { blocks: [{ type: 'button', label: '{{ a b }}', url: 'https://x.example' }] } },
      /^bodyDesign\.blocks\[0\]\.label: Liquid: /,
    ],
    [
      { bodyDesign: { blocks: [], footer: { blocks: [{ type: 'heading', text: '{{ x | y }}' }] } } },
      /^bodyDesign\.footer\.blocks\[0\]\.text: Liquid: /,
    ],
  ])(
    '400 for meaningless Liquid: %j (spec: Layout validation 1) (contract: Layouts 4)',
    async (sent, error) => {
      const answer = await create({ name: 'A', subject: 'S', ...sent });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatch(error);
    },
  );

  test('counts lengths in code points (spec: Limit: name; Limit: description)', async () => {
    const layout = await createLayout({ name: '😀'.repeat(200), description: '😀'.repeat(2000) });
    expect([...layout.name]).toHaveLength(200);
    expect((await create({ name: '😀'.repeat(201), subject: 'S' })).status).toBe(400);
  });

  test('returns the first five problems in field order (contract: Fields 1)', async () => {
    const { body } = await create({
      ...{ name: '', bodyType: 'x', subject: '', description: 1, category: 'x', defaultLocale: 'x' },
    });
    expect(body.error).toBe(
      'name: required; bodyType: must be one of visual, text; subject: required; description: must be text; ' +
        'category: must be one of transactional, marketing',
    );
  });

  test('names Liquid errors of all fields together, preview text and body included (contract: Fields 1)', async () => {
    const broken = '{% if a %}';
    const sent = { bodyType: 'text', subject: broken, previewText: broken, body: broken };
    const marketingTexts = { companyDetails: broken };
    const { body } = await create({ name: 'A', ...sent, marketingTexts });
    const fields = ['subject', 'previewText', 'body', 'marketingTexts.companyDetails'];
    expect(body.error).toBe(
      fields.map((field) => `${field}: Liquid: tag "if" not closed, line 1, column 1`).join('; '),
    );
  });

  test('ignores and names unknown members (contract: Fields 5)', async () => {
    const answer = await create({ name: 'A', subject: 'S', subjct: 'typo', id: 'x' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-ignored-fields')).toBe('subjct, id');
  });

  test('403 with a read key, before anything else is checked', async () => {
    const reader = await outstep.newKey(storeId, 'read');
    const answer = await outstep.call(reader, 'POST', path, '{');
    expect(answer.status).toBe(403);
    const { id } = await createLayout({});
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await outstep.call(reader, method, `${path}/${id}`, {})).status).toBe(403);
    expect((await outstep.call(reader, 'GET', `${path}/${id}`)).status).toBe(200);
  });

  test('400 for an oversized design; 413 above 2 MB', async () => {
    const many = { blocks: Array.from({ length: 201 }, () => ({ type: 'divider' })) };
    expect((await create({ name: 'A', subject: 'S', bodyDesign: many })).body.error).toBe(
      'bodyDesign.blocks: at most 200 blocks in a design',
    );
    const huge = { bodyType: 'text', body: 'x'.repeat(2 * 1024 * 1024) };
    expect((await create({ name: 'A', subject: 'S', ...huge })).status).toBe(413);
    const long = { bodyType: 'text', body: 'x'.repeat(1_000_001) };
    expect((await create({ name: 'A', subject: 'S', ...long })).body.error).toBe(
      'body: at most 1000000 characters',
    );
  });
});

describe('locales', () => {
  beforeAll(fresh);

  test.each([
    ['pt_BR', 'pt-br'],
    ['PT-br', 'pt-br'],
    ['pt-BR', 'pt-br'],
    ['iw', 'iw'],
    ['FIL', 'fil'],
    ['zh_Hant_TW', 'zh-hant-tw'],
    ['es-419', 'es-419'],
  ])(
    '%s is stored as %s (spec: Email layout: defaultLocale; Translation: locale) (contract: Layouts 6)',
    async (sent, stored) => {
      expect(await createLayout({ defaultLocale: sent })).toMatchObject({
        defaultLocale: stored,
        languages: [{ locale: stored }],
      });
    },
  );

  test.each(['', 'e', 'english', 'de--at', 'de-', '-de', 'de at', 'd1', 'de-abcde', '../en'])(
    '400 for %j (spec: Email layout: defaultLocale)',
    async (defaultLocale) => {
      const answer = await create({ name: 'A', subject: 'S', defaultLocale });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'defaultLocale: must be a language code such as de or pt-br' },
      });
    },
  );

  test("400 for a locale that isn't a string", async () => {
    expect((await create({ name: 'A', subject: 'S', defaultLocale: 7 })).body.error).toBe(
      'defaultLocale: must be text',
    );
  });
});

describe('marketingTexts', () => {
  beforeAll(fresh);
  const texts = async (marketingTexts: unknown) => create({ name: 'A', subject: 'S', marketingTexts });
  const link = '{{ unsubscribe_link }}';

  test('accepts every field as optional and null as unset (spec: marketingTexts: unsubscribeText; marketingTexts: unsubscribeLinkLabel; marketingTexts: companyDetails; Email layout: marketingTexts)', async () => {
    expect((await texts({})).body.marketingTexts).toEqual({});
    expect((await texts({ companyDetails: '' })).body.marketingTexts).toEqual({ companyDetails: '' });
    const some = { unsubscribeText: null, unsubscribeLinkLabel: 'x', companyDetails: null };
    expect((await texts(some)).body.marketingTexts).toEqual({ unsubscribeLinkLabel: 'x' });
    expect((await texts(null)).body.marketingTexts).toBeNull();
  });

  test('are stored for a transactional layout as well (spec: marketingTexts 3)', async () => {
    const { body } = await texts({ companyDetails: 'Cork' });
    expect(body).toMatchObject({ category: 'transactional', marketingTexts: { companyDetails: 'Cork' } });
    const turned = await patch(body.id, { category: 'marketing' });
    expect(turned.body).toMatchObject({ category: 'marketing', marketingTexts: { companyDetails: 'Cork' } });
  });

  test.each([
    '{{ unsubscribe_link }}',
    '{{unsubscribe_url}}',
    '{{- unsubscribe_link -}}',
    'Stop: {{  unsubscribe_url }}!',
  ])(
    'recognizes the placeholder with any spacing: %j (spec: marketingTexts: unsubscribeText)',
    async (text) => {
      expect((await texts({ unsubscribeText: text })).body.marketingTexts).toEqual({ unsubscribeText: text });
    },
  );

  const refused: [sent: object, error: string][] = [
    [
      { unsubscribeText: 'Goodbye' },
      'unsubscribeText: must contain {{ unsubscribe_link }} or {{ unsubscribe_url }}',
    ],
    [
      { unsubscribeText: '' },
      'unsubscribeText: must contain {{ unsubscribe_link }} or {{ unsubscribe_url }}',
    ],
    [
      { unsubscribeText: '{% comment %}{{ unsubscribe_link }}{% endcomment %}' },
      'unsubscribeText: must always show the link; move it out of conditions and comments',
    ],
    [{ unsubscribeText: link + 'x'.repeat(1979) }, 'unsubscribeText: at most 2000 characters'],
    [{ unsubscribeLinkLabel: 'x'.repeat(101) }, 'unsubscribeLinkLabel: at most 100 characters'],
    [{ companyDetails: 'x'.repeat(2001) }, 'companyDetails: at most 2000 characters'],
    [{ companyDetails: 5 }, 'companyDetails: must be text'],
  ];
  test.each(refused.map(([sent, error]) => [error, sent]))(
    '400 %s (spec: marketingTexts: unsubscribeText; marketingTexts: unsubscribeLinkLabel; marketingTexts: companyDetails; Limit: unsubscribeText and companyDetails; Limit: unsubscribeLinkLabel; Errors 1)',
    async (error, sent) => {
      expect(await texts(sent)).toMatchObject({ status: 400, body: { error: `marketingTexts.${error}` } });
    },
  );

  test('warns about HTML tags, and about empty company details of marketing email (contract: Layouts 11)', async () => {
    const tags = 'marketingTexts.companyDetails: is plain text, so recipients see its HTML tags; remove them';
    const { body } = await texts({ companyDetails: '<b>Oak</b>' });
    expect(body.warnings).toEqual([tags]);
    const change = (sent: object) => outstep.call(key, 'PATCH', `${path}/${body.id}`, sent);
    expect((await change({ name: 'B' })).body.warnings).toBeUndefined();
    expect((await change({ marketingTexts: { companyDetails: '' } })).body.warnings).toBeUndefined();
    const missing =
      "marketingTexts.companyDetails: marketing emails must include the sender's postal address: set companyDetails";
    expect((await change({ category: 'marketing' })).body.warnings).toEqual([missing]);
    const translated = await outstep.call(key, 'PUT', `${path}/${body.id}/translations/de`, {
      subject: 'S',
      marketingTexts: { companyDetails: 'Eiche<br>Köln' },
    });
    expect(translated.body.warnings).toEqual([tags]);
  });

  test('treats a blank link label as not set (contract: Layouts 11)', async () => {
    const { body } = await texts({ unsubscribeLinkLabel: '  ', companyDetails: 'Oak' });
    expect(body.marketingTexts).toEqual({ companyDetails: 'Oak' });
    await outstep.call(key, 'PATCH', `${path}/${body.id}`, {
      marketingTexts: { unsubscribeLinkLabel: 'Stop' },
    });
    const at = `${path}/${body.id}/translations/de`;
    const sent = { subject: 'S', marketingTexts: { unsubscribeLinkLabel: '' } };
    expect((await outstep.call(key, 'PUT', at, sent)).body.marketingTexts).toEqual({});
  });

  test('201 at each limit exactly (spec: Limit: unsubscribeText and companyDetails; Limit: unsubscribeLinkLabel)', async () => {
    const full = {
      unsubscribeText: link + 'é'.repeat(1978),
      unsubscribeLinkLabel: '😀'.repeat(100),
      companyDetails: '😀'.repeat(2000),
    };
    expect((await texts(full)).body.marketingTexts).toEqual(full);
  });
});
