import { describe, expect, it } from 'vitest';
import { MASK } from './mask.rules.ts';
import { maskText, maskTree } from './tree.rules.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE64 = `${BASE62}+/`;
const URL_SAFE = `${BASE62}-_`;
const HEX = '0123456789abcdef';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';

let state = 20_261_115;
/** Deterministic. Generating tokens keeps secret scanners from flagging this file. */
function random(length: number, alphabet = BASE62): string {
  let text = '';
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
  }
  return text;
}

const issued: string[] = [
  `sk_live_${random(24)}`,
  `sk_test_${random(24)}`,
  `rk_live_${random(24)}`,
  `pk_live_${random(24)}`,
  `sk-${random(48)}`,
  `sk-proj-${random(48, URL_SAFE)}`,
  `sk-ant-api03-${random(80, URL_SAFE)}`,
  `ghp_${random(36)}`,
  `gho_${random(36)}`,
  `ghs_${random(36)}`,
  `github_pat_${random(22)}_${random(59)}`,
  `xoxb-${random(12, '0123456789')}-${random(24)}`,
  `xoxp-${random(12, '0123456789')}-${random(32, HEX)}`,
  `xapp-1-${random(11)}-${random(13, '0123456789')}-${random(64, HEX)}`,
  `shpat_${random(32, HEX)}`,
  `shpss_${random(32, HEX)}`,
  `shpca_${random(32, HEX)}`,
  `AKIA${random(16, BASE32)}`,
  `ASIA${random(16, BASE32)}`,
  `AIza${random(35, URL_SAFE)}`,
  `ya29.${random(60, URL_SAFE)}`,
  `glpat-${random(20, URL_SAFE)}`,
  `npm_${random(36)}`,
  `pypi-${random(60, URL_SAFE)}`,
  `dckr_pat_${random(27, URL_SAFE)}`,
  `SG.${random(22, URL_SAFE)}.${random(43, URL_SAFE)}`,
  `fak_${random(49)}`,
  `whsec_${random(32, BASE64)}`,
  `dop_v1_${random(64, HEX)}`,
  `key-${random(32, HEX)}`,
  `pat-eu1-${random(8, HEX)}-${random(4, HEX)}-${random(4, HEX)}-${random(4, HEX)}-${random(12, HEX)}`,
  `${random(9, '123456789')}:AA${random(33, URL_SAFE)}`,
  `eyJ${random(33, URL_SAFE)}.${random(80, URL_SAFE)}.${random(43, URL_SAFE)}`,
  `-----BEGIN ${'PRIVATE'} KEY-----\n${random(64, BASE64)}\n${random(64, BASE64)}\n-----END ${'PRIVATE'} KEY-----`,
  `-----BEGIN RSA ${'PRIVATE'} KEY-----\\n${random(64, BASE64)}\\n-----END RSA ${'PRIVATE'} KEY-----`,
];

/** Tokens without a known prefix: most must be found, not all can be. */
const random24: string[] = [
  ...Array.from({ length: 200 }, () => random(32)),
  ...Array.from({ length: 200 }, () => random(40)),
  ...Array.from({ length: 200 }, () => random(32, HEX)),
  ...Array.from({ length: 200 }, () => random(64, HEX)),
  ...Array.from({ length: 200 }, () => random(40, LOWER)),
  ...Array.from({ length: 200 }, () => random(32, BASE32)),
  ...Array.from({ length: 200 }, () => random(43, URL_SAFE)),
  ...Array.from({ length: 200 }, () => `${random(43, BASE64)}=`),
];

const keyedNames = [
  ...[
    'key',
    'apikey',
    'apiKey',
    'api_key',
    'API-KEY',
    'x-api-key',
    'token',
    'accessToken',
    'access_token',
    'authToken',
  ],
  ...[
    'refresh_token',
    'idToken',
    'id_token',
    'csrfToken',
    'secret',
    'client_secret',
    'clientSecret',
    'clientsecret',
  ],
  ...[
    'password',
    'Password',
    'userPassword',
    'user_password',
    'passwd',
    'pwd',
    'passphrase',
    'passcode',
    'pass',
  ],
  ...[
    'smtp_pass',
    'private_key',
    'privateKey',
    'signature',
    'sig',
    'credential',
    'credentials',
    'auth',
    'basicAuth',
  ],
  ...[
    'authorization',
    'bearer',
    'jwt',
    'session_id',
    'sessionId',
    'sessionid',
    'hmac',
    'signing_key',
    'encryptionKey',
  ],
  ...[
    'accountKey',
    'subscription-key',
    'routing_key',
    'licenseKey',
    'access_key',
    'secretAccessKey',
    'AWS_SECRET_ACCESS_KEY',
  ],
  ...[
    'consumer_key',
    'api_keys',
    'tokens',
    'webhookSecret',
    'otp',
    'psk',
    'token2',
    'DB_PASSWORD',
    'accesstoken',
  ],
];

const harmlessNames = [
  ...[
    'keyboard',
    'monkey',
    'tokenizer',
    'sort_key',
    'primaryKey',
    'foreign_key',
    'public_key',
    'partitionKey',
    'keyword',
  ],
  ...[
    'keywords',
    'keys',
    'max_tokens',
    'maxTokens',
    'total_tokens',
    'prompt_tokens',
    'token_type',
    'tokenType',
    'author',
  ],
  ...[
    'authors',
    'authority',
    'token_count',
    'nextPageToken',
    'page_token',
    'password_policy',
    'email_signature',
    'assign',
  ],
  ...[
    'design',
    'passenger',
    'passport_country',
    'boarding_pass',
    'compass',
    'secretary',
    'hotkey',
    'turkey',
    'donkey',
  ],
  ...[
    'idempotencyKey',
    'cacheKey',
    'translation_key',
    'key_id',
    'secret_name',
    'token_url',
    'signed_at',
    'sigma',
    'session',
  ],
];

const harmless = [
  ...[
    'Order confirmation',
    '#1001',
    'ORD-2026-000123-DE-A1B2C3D4',
    '5123456789012',
    'INV/2026/11/00042',
    'RMA-000981-B',
  ],
  ...[
    'TSH-BLU-XL-2026-0001-ORGANIC',
    'ABC-12345-XL-BLK-2026-0001',
    'SKU_0000123_VARIANT_BLUE_LARGE',
    'EAN4006381333931',
  ],
  ...[
    '2026-11-15',
    '2026-11-15T02:32:00.000Z',
    '2026-11-15T02-32-00-000Z',
    '20261115T023200Z',
    '20261101T000000Z-20261130T235959Z',
  ],
  ...[
    'Sun, 15 Nov 2026 02:32:00 GMT',
    '1763173920',
    '1763173920000',
    '+49 30 1234567',
    '10115 Berlin',
    'DE89370400440532013000',
  ],
  ...[
    '0193a1f2-7c3b-7d4e-9f50-61728394a5b6',
    '{0193A1F2-7C3B-7D4E-9F50-61728394A5B6}',
    'urn:uuid:0193a1f2-7c3b-7d4e-9f50-61728394a5b6',
  ],
  ...[
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '507f1f77bcf86cd799439011',
    'cjld2cjxh0000qzrmn831i7rn',
    'cus_NffrFeUfNV2Hib',
    'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  ],
  ...[
    'gid://shopify/Order/5123456789012',
    'gid://shopify/ProductVariant/44012345678901',
    'V1StGXR8_Z5jdHi6B-myT',
    'dQw4w9WgXcQ',
  ],
  ...[
    'organic-cotton-t-shirt-navy-blue-2026',
    'the-very-long-name-of-a-product-that-nobody-reads-to-the-end',
    'mens-waterproof-jacket-2nd-edition-v3',
  ],
  ...[
    'AbstractSingletonProxyFactoryBean',
    'getProductVariantByIdentifierAndLocale',
    'getProductVariantById2026Report',
    'ORDER_CONFIRMATION_EMAIL_TEMPLATE_V2',
  ],
  ...[
    'https://shop.example.com/products/organic-cotton-t-shirt-navy-blue?variant=44012345678901',
    'https://example.com/collections/all?sort_by=price-ascending&page=2',
  ],
  ...[
    'https://cdn.shopify.com/s/files/1/0533/2089/files/IMG_20260501_123456_480x480.jpg?v=1763173920',
    'https://api.example.com/v2/orders/5f2a9b3c/items/77aa',
  ],
  ...[
    'https://example.com/images/product_3f2504e0-4f89-11d3-9a0c-0305e82c3301.jpg',
    'https://hooks.example.com/orders',
    'mailto:someone@example.com',
  ],
  ...[
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
    'https://example.com/?utm_source=newsletter&utm_campaign=black-friday-2026',
    '//cdn.example.com/app.css',
  ],
  ...[
    '/usr/share/locale/en_US/LC_MESSAGES/messages.mo',
    'C:\\Users\\Public\\Documents\\report-2026-11.xlsx',
    'layouts/order-confirmation/translations/pt-br.json',
  ],
  ...[
    'application/json; charset=utf-8',
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'gzip, deflate, br',
  ],
  ...[
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'no-cache, max-age=0',
    'W/"5f2a9b3c-1a2b"',
  ],
  ...[
    '{{ variables.order.id }}',
    '{{ secrets.API_KEY }}',
    'Bearer {{ secrets.SHIPPING_API_TOKEN_2026 }}',
    '{{ secrets["sk_live_name_of_a_secret_2026"] }}',
    '{{- secrets.A -}}',
  ],
  ...[
    '{% for item in variables.order.line_items %}{{ item.sku }},{% endfor %}',
    '{{ variables.createdAt | date: "%Y-%m-%dT%H:%M:%S" }}',
    '{{ variables.email | default: "nobody@example.com" }}',
  ],
  ...[
    'https://{{ variables.shop }}/admin/api/2026-10/orders/{{ variables.order.id }}.json',
    'https://api.example.com/?token={{ secrets.TOKEN }}',
    'https://{{ secrets.USER }}:{{ secrets.PASS }}@api.example.com/',
  ],
  ...[
    '{"max_tokens":1024,"model":"large-2026-11-01"}',
    '{"key":"color","value":"red"}',
    '{"namespace":"custom","key":"care_guide"}',
    '{"password":"{{ secrets.PASSWORD }}"}',
  ],
  ...[
    '{"token":null,"secret":"","hasPassword":true}',
    'query { product(id: "gid://shopify/Product/123") { title } }',
    '<order><id>1001</id><monkey>yes</monkey></order>',
  ],
  ...[
    'color=red&size=xl&sort_key=price',
    'Reset your password: click the button below',
    'Your secret gift: a surprise in every box',
    'Key: C major',
    'Token of our appreciation',
  ],
  ...[
    'Basic information about your order',
    'The bearer of this voucher gets 10% off',
    'bearer certificates',
    'Sign in with your username and password.',
    'WELCOME-10-OFF-2026',
    'BLACKFRIDAY2026',
  ],
  ...[
    '1Z999AA10123456784',
    'JD014600006281230704',
    '00340434161094042557',
    'rgb(255, 255, 255)',
    '#ff00aa',
    'M10 10 L 20 20 C 30 30, 40 40, 50 50 Z',
    '192.168.0.1:8080',
    '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  ],
  ...[
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'sha256',
    'v1.24.3-rc.2+build.20261115',
    'EUR 1.234,56',
    'Grüße aus München – bis bald!',
  ],
];

const report = (what: string, found: number, of: number) =>
  process.stdout.write(`masking corpus: ${what} ${found}/${of}\n`);

describe('credentials', () => {
  it('are recognized by the prefixes of their issuers', () => {
    const missed = issued.filter((token) => maskText(`use ${token} here`).includes(token.slice(8)));
    report('issued tokens', issued.length - missed.length, issued.length);
    expect(missed).toEqual([]);
  });

  it('are hidden under every credential name, in a tree, in JSON, in a form and in a query', () => {
    const forms: ((name: string) => string)[] = [
      (name) => JSON.stringify(maskTree({ a: [{ [name]: 'hunter2x' }] })),
      (name) => maskText(`{ "a": [ { "${name}" : "hunter2x", "n": {{ variables.n }} } ] }`),
      (name) => maskText(`a=1&${name}=hunter2x&b=2`),
      (name) => maskText(`https://api.example.com/v1?${name}=hunter2x`),
    ];
    const missed = keyedNames.filter((name) => forms.some((form) => form(name).includes('hunter2x')));
    report('named credentials', keyedNames.length - missed.length, keyedNames.length);
    expect(missed).toEqual([]);
    expect(issued.length + keyedNames.length).toBeGreaterThanOrEqual(80);
  });

  it('are mostly recognized by their shape', () => {
    const found = random24.filter((token) => maskText(`use ${token} here`).includes(MASK));
    report('random tokens of no known issuer', found.length, random24.length);
    expect(found.length / random24.length).toBeGreaterThan(0.97);
  });
});

describe('harmless values', () => {
  it('are not masked', () => {
    const hit = harmless.filter((text) => maskText(text) !== text);
    report('false hits among harmless values', hit.length, harmless.length);
    expect(harmless.length).toBeGreaterThanOrEqual(80);
    expect(hit).toEqual([]);
  });

  it('are not masked under names that only resemble a credential', () => {
    const hit = harmlessNames.filter((name) =>
      JSON.stringify(maskTree({ [name]: 'plain text 1' })).includes(MASK),
    );
    report('false hits among harmless names', hit.length, harmlessNames.length);
    expect(hit).toEqual([]);
  });
});
