import { expect, test } from 'vitest';
import { invitationMail } from './invitation-mail.rules.ts';
import { type Notice, noticeMail } from './notice-mail.rules.ts';
import { noticeMailTexts } from './notice-mail-texts.rules.ts';

const BASE = 'https://app.example';
const notice = (fields: Partial<Notice>): Notice => ({
  ...{ at: new Date('2026-11-17T09:05:30Z'), operation: 'sign_in', aboutStore: null, detail: null },
  ...{ byOperator: false, address: '203.0.113.7', agent: 'Firefox/140', ...fields },
});

test('a German notice contains no English', () => {
  expect(noticeMail(notice({}), BASE, 'de')).toEqual({
    subject: 'Outstep: Sicherheitshinweis',
    text: `Jemand hat sich mit einem neuen Browser bei Ihrem Konto angemeldet.

Zeitpunkt: 2026-11-17 09:05 UTC
IP-Adresse: 203.0.113.7
Browser oder Programm: Firefox/140

Falls Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie alle anderen Geräte ab:
https://app.example/account

Falls Sie das erwartet haben, müssen Sie nichts tun.
`,
  });
});

test('translates the detail of an expiring key, which the database wrote', () => {
  const detail = 'Key: os_1234…\nEnds: 2026-12-01 00:00 UTC';
  const ending = notice({ operation: 'key_ends', aboutStore: 's1', detail });
  expect(noticeMail(ending, BASE, 'de')?.text).toContain(
    '\n\nSchlüssel: os_1234…\nLäuft ab: 2026-12-01 00:00 UTC\n\nhttps://app.example/stores/s1/developer\n',
  );
  expect(noticeMail(ending, BASE, 'en')?.text).toContain(
    '\n\nKey: os_1234…\nExpires: 2026-12-01 00:00 UTC\n\n',
  );
});

const { inStore, ofPerson } = noticeMailTexts.en;

test.each([...Object.keys(inStore), ...Object.keys(ofPerson)])(
  '%s has its own text in German',
  (operation) => {
    const [en, de] = (['en', 'de'] as const).map(
      (language) => noticeMail(notice({ operation }), BASE, language)?.text.split('\n')[0],
    );
    expect(de).toMatch(/^[A-ZÄÖÜ].{15,}\.$/);
    expect(de).not.toBe(en);
  },
);

test('sends nothing for an operation without a notice', () => {
  expect(noticeMail(notice({ operation: 'toString' }), BASE, 'de')).toBeNull();
});

test('an invitation is in the language of the inviter', () => {
  const link = 'https://app.example/invitation?token=x';
  expect(invitationMail('en', link).text).toContain('You have been invited');
  const { subject, text } = invitationMail('de', link);
  expect(subject).toBe('Einladung zu einem Shop in Outstep');
  expect(text).toContain(`innerhalb von 7 Tagen an:\n${link}\n`);
});
