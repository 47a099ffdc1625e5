import { describe, expect, it } from 'vitest';
import type { Json } from '../../../kernel/json.ts';
import { createMasker, personalValuesOf, type SensitiveValues } from './masking.rules.ts';

const text = (value: string, knowledge?: SensitiveValues) => createMasker(knowledge).text(value).value;
const tree = (value: Json, knowledge?: SensitiveValues) => createMasker(knowledge).tree(value).value;

describe('masks (spec: What the service does 5)', () => {
  it('keeps two characters and the domain of an address, as for mailboxes', () => {
    expect(text('to maria@example.com')).toBe('to ma******@example.com');
    expect(text('to m@example.com')).toBe('to m******@example.com');
    expect(tree({ email: 'maria@example.com' })).toEqual({ email: 'ma******@example.com' });
  });

  it('keeps two digits of a number, one letter of a name, and nothing else', () => {
    expect(
      tree({ phone: '+49 171 3920012', first_name: 'Maria', address1: 'Rosenweg 7', zip: 10115 }),
    ).toEqual({
      phone: '********12',
      first_name: 'M******',
      address1: '********',
      zip: '********',
    });
  });

  it('keeps the target’s message about a field', () => {
    const answer = {
      errors: { email: ['has already been taken'], first_name: ["can't be blank"], phone: ['is invalid'] },
    };
    expect(tree(answer)).toEqual(answer);
  });

  it('reads JSON, forms and elements inside a text by their names, also when the end is missing', () => {
    expect(text('{"customer":{"first_name":"Maria","age":1}}')).toBe(
      '{"customer":{"first_name":"M******","age":1}}',
    );
    expect(text('{"ok":true,"last_name":"Klein","note":"as a')).toBe(
      '{"ok":true,"last_name":"K******","note":"as a',
    );
    expect(text('last_name=Klein&size=xl')).toBe('last_name=K******&size=xl');
    expect(text('<city>Bonn</city><sku>A1</sku>')).toBe('<city>********</city><sku>A1</sku>');
    expect(tree({ body: '{"inner":"{\\"last_name\\":\\"Klein\\"}"}' })).toEqual({
      body: '{"inner":"{\\"last_name\\":\\"K******\\"}"}',
    });
  });

  it('ignores invisible characters', () => {
    expect(text('ma\u200bria@exam\u00adple.com')).toBe('ma******@example.com');
    expect(text('family 👨\u200d👩\u200d👧 stays')).toBe('family 👨\u200d👩\u200d👧 stays');
  });

  it('hides an address that is used as a name', () => {
    expect(tree({ 'maria@example.com': { opens: 2 }, 'mara@example.com': 1 })).toEqual({
      'ma******@example.com': { opens: 2 },
      'ma******@example.com (2)': 1,
    });
  });

  it('covers URLs and headers', () => {
    const masker = createMasker();
    expect(masker.url('https://api.example.com/c?email=maria%40example.com&page=2').value).toBe(
      'https://api.example.com/c?email=ma******%40example.com&page=2',
    );
    expect(
      masker.headers({
        'X-Forwarded-For': '203.0.113.7, 10.0.0.1',
        Authorization: 'Bearer abcdef123456',
        'Content-Type': 'application/json',
        From: ['maria@example.com'],
      }).value,
    ).toEqual({
      'X-Forwarded-For': '********',
      Authorization: 'Bearer ********',
      'Content-Type': 'application/json',
      From: ['ma******@example.com'],
    });
  });
});

describe('values known to an execution', () => {
  it('shows secrets by name in every place (spec: What the service does 4)', () => {
    const secrets = new Map([['API_TOKEN', 'correct horse/battery+1']]);
    const said = (value: string) => text(value, { secrets });
    expect(said('got correct horse/battery+1 back')).toBe('got [secret:API_TOKEN] back');
    expect(said('q=correct%20horse%2Fbattery%2B1')).toBe('q=[secret:API_TOKEN]');
    expect(said(`x ${Buffer.from('correct horse/battery+1').toString('hex')}`)).toBe('x [secret:API_TOKEN]');
    expect(said('{"a":"correct horse\\/battery+1"}')).toBe('{"a":"[secret:API_TOKEN]"}');
    expect(
      createMasker({ secrets }).headers({ Authorization: 'Bearer correct horse/battery+1' }).value,
    ).toEqual({
      Authorization: 'Bearer [secret:API_TOKEN]',
    });
  });

  it('finds values escaped inside quoted-printable, even in a tag attribute', () => {
    const masker = createMasker({ secrets: [['S', 'Schlüssel-4711']] });
    const shown = masker.text('<a b="Schl=26=23252;ssel-4711"/><![CDATA[Schl&#2=\r\n52;ssel-4711]]>').value;
    expect(shown).toBe('<a b="[secret:S]"/><![CDATA[[secret:S]]]>');
  });

  it('finds values encoded in JSON or a URL', () => {
    const secrets = new Map([['S', 'a "quoted" word ä']]);
    const personal = personalValuesOf({ email: 'maria.klein@example.com', first_name: 'Maria' });
    const body = JSON.stringify({ s: 'a "quoted" word ä' });
    const url = `/?to=${encodeURIComponent('maria.klein@example.com')}`;
    const coded = (value: string) => [
      encodeURIComponent(value),
      Buffer.from(value).toString('hex'),
      Buffer.from(value).toString('base64'),
    ];
    for (const echo of coded(body)) expect(text(`x ${echo}`, { secrets })).toContain('[secret:S]');
    for (const echo of coded(url)) {
      const shown = text(`x ${echo}`, { personal });
      for (const needle of coded('klein')) expect(shown).not.toContain(needle);
    }
    expect(text('q=%2520Maria%2520', { personal })).toBe('q=%2520M******%2520');
  });

  it('hides unnamed credentials in every encoding, except words and short values', () => {
    const credentials = ['k1-horse-battery', 'password', 'k1'];
    const said = (value: string) => text(value, { credentials });
    expect(said('got k1-horse-battery back')).toBe('got ******** back');
    expect(said(`x ${Buffer.from('k1-horse-battery').toString('hex')}`)).toBe('x ********');
    expect(said('the password of k1')).toBe('the password of k1');
    const named = { credentials, secrets: [['S', 'k1-horse-battery']] as const };
    expect(text('got k1-horse-battery', named)).toBe('got [secret:S]');
  });

  it('hides credentials of its variables where no name identifies them (contract: History and stats 13)', () => {
    const within = { token: 'k1-horse-battery', order: { password: ['k2-horse-battery'], pin: 'abc' } };
    expect(text('got k1-horse-battery and k2-horse-battery, not abc', { within })).toBe(
      'got ******** and ********, not abc',
    );
  });

  it('does not name a secret whose name contains its value', () => {
    expect(text('it is hunter2hunter2', { secrets: [['hunter2hunter2', 'hunter2hunter2']] })).toBe(
      'it is ********',
    );
    expect(text('it is secret', { secrets: [['A', 'secret']] })).toBe('it is ********');
  });

  it('hides its recipients and variables in every text', () => {
    const personal = personalValuesOf({
      to: 'maria.klein@example.com',
      customer: { name: 'Maria Klein', phone: '0171 3920012', city: 'Bonn' },
      order: { name: '#1001', will: 'no' },
    });
    const said = (value: string) => text(value, { personal });
    expect(said('Maria ordered, MARIA KLEIN pays')).toBe('M****** ordered, M****** pays');
    expect(said('01713920012 of Klein in Bonn, order #1001')).toBe(
      '********12 of K****** in Bonn, order #1001',
    );
    expect(said('Mariachi and a kleine Maria')).toBe('Mariachi and a kleine M******');
  });

  it('hides values from one member in all others', () => {
    expect(tree({ customer: { last_name: 'Oltmanns' }, log: 'sold to Oltmanns' })).toEqual({
      customer: { last_name: 'O******' },
      log: 'sold to O******',
    });
  });
});

describe('bounds', () => {
  it('truncates text at 64 KB, marked, without cutting through a masked value', () => {
    const filler = 'x '.repeat(32_764);
    for (const end of ['maria.klein@example.com', '+49 171 3920012', 'correct-horse-battery']) {
      const cut = createMasker({ secrets: [['S', 'correct-horse-battery']] }).text(
        `${filler}${end} and more`,
      );
      expect(cut.truncated).toBe(true);
      expect(cut.value.length).toBeLessThanOrEqual(65_536);
      expect(cut.value.slice(65_528)).not.toMatch(/mari|\+49|corr/);
    }
    expect(createMasker().text('short')).toEqual({ value: 'short', truncated: false });
  });

  it('keeps the beginning of a large tree, and 64 levels', () => {
    const wide = createMasker().tree(Array.from({ length: 100_000 }, (_, i) => i));
    expect(wide.truncated).toBe(true);
    expect((wide.value as Json[]).length).toBeGreaterThan(1000);
    let deep: Json = 'end';
    for (let i = 0; i < 50_000; i++) deep = [deep];
    const cut = createMasker().tree(deep);
    expect(cut.truncated).toBe(true);
    expect(JSON.stringify(cut.value)).toBe(`${'['.repeat(64)}"…"${']'.repeat(64)}`);
  });

  it('keeps a member called __proto__ a member', () => {
    const value = JSON.parse(
      '{"__proto__":{"email":"maria@example.com","admin":true},"constructor":"a"}',
    ) as Json;
    const shown = tree(value) as Record<string, Json>;
    expect(JSON.stringify(shown)).toBe(
      '{"__proto__":{"email":"ma******@example.com","admin":true},"constructor":"a"}',
    );
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

it('hides document numbers by their name, and no others (contract: History and stats 3)', () => {
  const papers = {
    ssn_number: '123456789',
    idNumber: 'L01X00T47',
    passport_no: 'C01X00T47',
    insurance_nr: 'A123',
  };
  const others = { order_id_number: '987654321', license_number: 'K-2024-11', order_number: '1042' };
  expect(createMasker().tree({ ...papers, ...others }).value).toEqual({
    ...Object.fromEntries(Object.keys(papers).map((name) => [name, '********'])),
    ...others,
  });
});
