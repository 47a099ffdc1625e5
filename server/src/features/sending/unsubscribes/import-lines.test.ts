import { describe, expect, test } from 'vitest';
import { textOf } from '../../../kernel/messages/message.ts';
import { openImport } from './import-lines.ts';
import { readStatusChoices, reportOf, requireMeaning } from './import-report.ts';

/** A file in chunks of `size` bytes, as read from a disk. */
function fileOf(content: string | Uint8Array, size = 7) {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return { name: 'list.csv', chunks: { [Symbol.asyncIterator]: () => pieces() } };
}

/** Each line as an address with its meanings, or as `line: reason`. */
async function read(content: string | Uint8Array, size = 7, choices = '') {
  const source = await openImport(fileOf(content, size));
  const found: string[] = [];
  for await (const each of source.lines(readStatusChoices(choices))) {
    if ('refused' in each) found.push(`${each.line}: ${textOf(each.refused)}`);
    else
      found.push(
        source.statusColumns.length > 0 ? `${each.address} ${each.meanings.join('+')}` : each.address,
      );
  }
  return found;
}
const report = async (content: string | Uint8Array, choices = '') =>
  reportOf(await openImport(fileOf(content, 65_536)), readStatusChoices(choices));

const INVALID = 'not a valid address';
const CUT = 'the file ends in the middle of this line';
const SWALLOWED =
  'quotation marks merge several lines with addresses into one cell; check the quotation marks from this line on';

describe('a list', () => {
  test('has one address per line, in any case, with any mix of line breaks and blank lines', async () => {
    for (const size of [1, 2, 3, 100])
      expect(
        await read('A@example.com\r\n\n  b@Example.com \rc@example.com\n\r\nd@example.com', size),
      ).toEqual(['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']);
  });

  test.each([
    'no address',
    'Anna <anna@example.com>',
    'a@b@example.com',
    '@example.com',
    'a@',
    'a b@example.com',
    'a\0@example.com',
    'a\u202e@example.com',
    `${'a'.repeat(320)}@example.com`,
    `${'a'.repeat(3000)}@example.com`,
  ])('%j is rejected with its line number', async (line) =>
    expect(await read(`a@example.com\n\n${line}\nb@example.com`)).toEqual([
      'a@example.com',
      `3: ${INVALID}`,
      'b@example.com',
    ]),
  );

  test('two addresses on one line are rejected', async () => {
    expect(await read('a@example.com\nb@example.com, c@example.com\n')).toEqual([
      'a@example.com',
      '2: has more cells than the first line has columns; check the quotation marks and separators',
    ]);
  });

  test('without content has no addresses', async () => {
    for (const text of ['', '\n', '\ufeff', 'email\n', 'email'])
      expect(await report(text)).toMatchObject({ addresses: 0, refused: 0 });
  });
});

describe('encodings (contract: Unsubscribing and erasing 8)', () => {
  const text = 'Name;E-Mail\r\nJörg;jö@bücher.example\r\nŁukasz;b@example.com\r\n';
  const found = ['jö@bücher.example', 'b@example.com'];
  const utf16 = (bom: boolean, swap: boolean) => {
    const bytes = Buffer.from((bom ? '\ufeff' : '') + text, 'utf16le');
    return swap ? bytes.swap16() : bytes;
  };

  test.each([
    ['UTF-8', 'UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', 'UTF-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little-endian', 'UTF-16', utf16(true, false)],
    ['UTF-16 big-endian', 'UTF-16', utf16(true, true)],
    ['UTF-16 without a mark', 'UTF-16', utf16(false, false)],
    ['UTF-16 big-endian without a mark', 'UTF-16', utf16(false, true)],
  ] as const)('%s is read', async (_name, encoding, bytes) => {
    for (const size of [65_536, 64]) expect(await read(bytes, size)).toEqual(found);
    expect((await report(bytes)).encoding).toBe(encoding);
  });

  test('a UTF-8 byte order mark is found wherever the file is split', async () => {
    for (const size of [1, 2, 3, 4]) expect(await read(`\ufeff${text}`, size)).toEqual(found);
  });

  test('Latin-1, as old spreadsheets save it, is read', async () => {
    const latin = Buffer.from('Name;E-Mail\nJörg;jö@bücher.example\n', 'latin1');
    expect(await read(latin)).toEqual(['jö@bücher.example']);
    expect((await report(latin)).encoding).toBe('Windows-1252');
  });

  test('lines of a file in two encodings are rejected rather than misread', async () => {
    const mixed = Buffer.concat([
      Buffer.from('jö@example.com\n'),
      Buffer.from('bö@example.com\n', 'latin1'),
      Buffer.from('c@example.com\n'),
    ]);
    expect(await read(mixed)).toEqual([
      'jö@example.com',
      '2: has characters that are not valid UTF-8; save the file as UTF-8',
      'c@example.com',
    ]);
  });

  test('a workbook is rejected with instructions', async () => {
    await expect(read(Buffer.from('PK\u0003\u0004\u0014\0\u0006\0'))).rejects.toThrow(
      'FILE: is a spreadsheet; save it as CSV and import that',
    );
  });
});

describe('CSV', () => {
  test.each([
    ['email\na@example.com\n'],
    ['"Email"\n"a@example.com"\n'],
    ['Name,Email\nAnna,a@example.com\n'],
    ['name;e-mail;city\n"Anna; ""B""";a@example.com;Wien\n'],
    ['Name\tEmail Address\nAnna\ta@example.com\n'],
    ['Address,Email\n"Main St 1, Springfield",a@example.com\n'],
    ['id,address\n7,A@example.com\n'],
    ['email,,\n"a@example.com" ,,\n'],
    ['a,,email\n,,a@example.com\n'],
    ['Vorname;E-Mail-Adresse\r\nJörg;a@example.com\r\n'],
    ['sep=;\r\nName;Mail\r\n"a,b";a@example.com\r\n'],
    ['\n\nname,email\nDwayne "The Rock" J,a@example.com\n'],
    ['name,email\n"An" na,a@example.com\n'],
    ['note,email\n"two\nlines",a@example.com\n'],
  ])('%j has its address in the column named by the header', async (text) => {
    for (const size of [1, 7, 1000]) expect(await read(text, size)).toEqual(['a@example.com']);
  });

  test('an exported formula guard is undone (contract: Unsubscribing and erasing 9)', async () => {
    expect(
      await read("address\n'+x@example.com\n'=y@example.com\n''+z@example.com\no'neil@example.com\n"),
    ).toEqual(['+x@example.com', '=y@example.com', "'+z@example.com", "o'neil@example.com"]);
  });

  test('lines without an address, or with too many cells, are rejected with their line number', async () => {
    expect(
      await read('name,email\nAnna\n"x\ny",\nBert,b@example.com\nMeyer, Carl,c@example.com\nD,d@x.com,\n'),
    ).toEqual([
      '2: no address',
      '3: no address',
      'b@example.com',
      '6: has more cells than the first line has columns; check the quotation marks and separators',
      'd@x.com',
    ]);
  });

  test.each(['id,user\n7,a@example.com\n', 'a@example.com,Anna\nb@example.com,Bert\n'])(
    '%j is rejected without an address column',
    async (text) =>
      await expect(read(text)).rejects.toThrow(
        'FILE: has no column "email"; name the columns in the first line',
      ),
  );

  test('a quotation mark that is never closed rejects the file with its line number', async () => {
    await expect(read('name,email\nA,a@example.com\n"open,b@example.com\nc,c@example.com\n')).rejects.toThrow(
      'FILE: line 3 has a quotation mark that is never closed; correct it and import the file again',
    );
    const long = `name,email\nA,a@example.com\n"open,b@example.com\n${'c,c@example.com\n'.repeat(20_000)}`;
    await expect(read(long, 65_536)).rejects.toThrow('FILE: line 3 is longer than 128 KB');
  });

  test('two stray quotation marks do not silently swallow the lines between them', async () => {
    expect(await read('name,email\n"Anna,a@example.com\nBert",b@example.com\nC,c@example.com\n')).toEqual([
      `2: ${SWALLOWED}`,
      'c@example.com',
    ]);
    expect(await read('"a@example.com\nb@example.com"\nc@example.com\n')).toEqual([
      `1: ${SWALLOWED}`,
      'c@example.com',
    ]);
  });

  test('a line of a megabyte is rejected, not kept in memory', async () => {
    await expect(read(`email\n${'x'.repeat(1_000_000)}`, 65_536)).rejects.toThrow(
      'FILE: line 2 is longer than 128 KB; check its quotation marks and line breaks',
    );
    await expect(read('x'.repeat(1_000_000), 65_536)).rejects.toThrow('FILE: line 1 is longer than 128 KB');
  });

  test('rejects a file that is definitely truncated, and reports one that may be', async () => {
    const head = 'email,status\na@example.com,unsubscribed\n';
    const first = 'a@example.com unsubscribed';
    expect(await read(`${head}b@example.com`)).toEqual([first, `3: ${CUT}`]);
    expect(await read(`${head}"b@example.com,unsub`)).toEqual([first, `3: ${CUT}`]);
    expect(await read('status,email\nunsubscribed,b@exam')).toEqual([`2: ${CUT}`]);
    expect(await read(Buffer.from('jö@example.com\nb@bü').subarray(0, -1))).toEqual([
      'jö@example.com',
      '2: has characters that are not valid UTF-8; save the file as UTF-8',
    ]);
    expect(await report('status,email\nunsubscribed,b@example.co')).toMatchObject({
      openLine: 2,
      addresses: 1,
    });
    expect(await report('status,email\nunsubscribed,b@example.co\n')).toMatchObject({ openLine: null });
  });

  test('a file with many wrong lines has the first hundred listed and all counted', async () => {
    const { refused, refusedLines } = await report(`email\n${'none\n'.repeat(250)}`);
    expect([refused, refusedLines.length]).toEqual([250, 100]);
    expect(refusedLines[0]).toEqual({ line: 2, reason: INVALID });
  });

  test('reads thousands of cells and duplicates', async () => {
    const wide = `email${','.repeat(60_000)}\n${'a@example.com,,,\n'.repeat(3)}`;
    expect(await report(wide)).toMatchObject({ addresses: 3 });
    expect(await report('a@example.com\n'.repeat(5000))).toMatchObject({ addresses: 5000 });
  });
});

describe('statuses (contract: Unsubscribing and erasing 6)', () => {
  const tools: [string, string, string[]][] = [
    [
      'Mailchimp',
      'Email Address,First Name,UNSUB_TIME,CLEAN_TIME\na@x.com,A,2024-03-01 10:00:00,\nb@x.com,B,,2024-03-02 10:00:00\n',
      ['a@x.com unsubscribed', 'b@x.com bounced'],
    ],
    [
      'Mailchimp with a status',
      'Email Address,Status\na@x.com,Subscribed\nb@x.com,Unsubscribed\nc@x.com,Cleaned\nd@x.com,Non-Subscribed\ne@x.com,pending\n',
      [' skipped', 'b@x.com unsubscribed', 'c@x.com bounced', ' skipped', ' skipped'],
    ],
    [
      'Klaviyo',
      'Email,Email Marketing Consent,Email Suppressions\na@x.com,SUBSCRIBED,[]\nb@x.com,UNSUBSCRIBED,[]\nc@x.com,NEVER_SUBSCRIBED,[]\nd@x.com,SUBSCRIBED,[HARD_BOUNCE]\ne@x.com,SUBSCRIBED,[USER_SUPPRESSED]\nf@x.com,SUBSCRIBED,[SPAM_COMPLAINT]\n',
      [
        ' skipped',
        'b@x.com unsubscribed',
        ' skipped',
        'd@x.com bounced',
        'e@x.com unsubscribed',
        'f@x.com unsubscribed',
      ],
    ],
    [
      'Brevo',
      'EMAIL;VORNAME;BLOCKLISTED\na@x.com;A;yes\nb@x.com;B;no\nc@x.com;C;true\n',
      ['a@x.com unsubscribed', ' skipped', 'c@x.com unsubscribed'],
    ],
    [
      'listmonk',
      'uuid,email,name,attributes,status,subscription_status\n1,a@x.com,A,"{""city"": ""B, C""}",enabled,confirmed\n2,b@x.com,B,{},blocklisted,unsubscribed\n3,c@x.com,C,{},enabled,unsubscribed\n4,d@x.com,D,{},disabled,unconfirmed\n',
      [' skipped', 'b@x.com unsubscribed', 'c@x.com unsubscribed', 'd@x.com unsubscribed'],
    ],
    [
      'Shopify',
      'First Name,Email,Accepts Email Marketing,Default Address Address1,Accepts SMS Marketing,Note\nA,a@x.com,yes,"Main St 1, B",no,"call\nfirst"\nB,b@x.com,no,,yes,\n',
      [' skipped', 'b@x.com unsubscribed'],
    ],
    [
      'German',
      'E-Mail;Status\na@x.com;abgemeldet\nb@x.com;Bereinigt\nc@x.com;Abonniert\nd@x.com;Hard Bounce\ne@x.com;Spam-Beschwerde\nf@x.com;unzustellbar\ng@x.com;nicht abonniert\nh@x.com;Gekündigt\n',
      [
        ...['a@x.com unsubscribed', 'b@x.com bounced', ' skipped', 'd@x.com bounced', 'e@x.com unsubscribed'],
        ...['f@x.com bounced', ' skipped', 'h@x.com unsubscribed'],
      ],
    ],
    [
      'this export',
      'address,source,createdAt,status\na@x.com,link,2026-11-19T00:00:00.000Z,unsubscribed\n',
      ['a@x.com unsubscribed'],
    ],
    [
      'a database',
      'email,abonniert,abgemeldet am\na@x.com,1,0000-00-00 00:00:00\nb@x.com,0,2024-01-01\n',
      [' skipped', 'b@x.com unsubscribed'],
    ],
  ];
  test.each(tools)('%s is recognized', async (_tool, text, lines) => expect(await read(text)).toEqual(lines));

  test('a bounce and an unsubscribe are both imported', async () => {
    expect(await read('email,unsubscribed,bounced\na@x.com,yes,yes\n')).toEqual([
      'a@x.com bounced+unsubscribed',
    ]);
  });

  test('the report lists each status with its meaning and its lines', async () => {
    const found = await report(
      'email,status\na@x.com,Unsubscribed\nb@x.com,UNSUBSCRIBED\nc@x.com,cleaned\nd@x.com,Gold\ne@x.com,\n',
    );
    expect(found).toMatchObject({
      columns: ['status'],
      addresses: 5,
      statuses: [
        { status: 'Unsubscribed', meaning: 'unsubscribed', rows: 2 },
        { status: 'cleaned', meaning: 'bounced', rows: 1 },
        { status: 'Gold', meaning: null, rows: 1 },
        { status: '', meaning: null, rows: 1 },
      ],
    });
  });
});

describe('the meaning of a file without statuses (contract: Unsubscribing and erasing 7)', () => {
  const meaningOf = async (text: string, as?: 'unsubscribed' | 'bounced', choices = '') =>
    requireMeaning(await report(text, choices), as);

  test('must be given and is never guessed', async () => {
    await expect(meaningOf('a@example.com\n')).rejects.toThrow(
      'as: required: no column says what the addresses mean; choose unsubscribed or bounced',
    );
    await expect(meaningOf('email,name\na@example.com,A\n')).rejects.toThrow('as: required');
    await meaningOf('a@example.com\n', 'bounced');
    await expect(meaningOf('email,status\na@x.com,unsubscribed\n', 'unsubscribed')).rejects.toThrow(
      'as: already specified by the column status',
    );
  });

  test('unknown statuses are listed, and imported as the caller chooses', async () => {
    const text = 'email,Status\na@x.com,Gold\nb@x.com,subscribed\nc@x.com,Kunde weg\nd@x.com,\n';
    await expect(meaningOf(text)).rejects.toThrow(
      'statuses: not recognized: "Gold", "Kunde weg", no status; specify',
    );
    const choices = ' gold = skipped; Kunde  WEG=unsubscribed\n=bounced';
    await meaningOf(text, undefined, choices);
    expect(await read(text, 7, choices)).toEqual([
      ' skipped',
      ' skipped',
      'c@x.com unsubscribed',
      'd@x.com bounced',
    ]);
  });

  test('a choice does not change the meaning of a status that is recognized', async () => {
    expect(await read('email,status\na@x.com,subscribed\n', 7, 'subscribed=unsubscribed')).toEqual([
      ' skipped',
    ]);
  });

  test.each(['gold', 'gold=perhaps', '=', 'gold=unsubscribed;x'])('%j is not a choice', async (choices) => {
    expect(() => readStatusChoices(choices)).toThrow('statuses: must map each status to');
  });

  test('a column with more than twenty unknown values is not a status column', async () => {
    const text = Array.from({ length: 30 }, (_, i) => `r${i}@x.com,word${i}\n`).join('');
    await expect(report(`email,status\n${text}`)).rejects.toThrow(
      'not recognized ("word0", "word1", "word2", "word3", "word4" and others); rename or remove the column',
    );
  });
});
