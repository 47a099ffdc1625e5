import { describe, expect, test } from 'vitest';
import { readChanges, settingText } from './settings.rules.ts';

describe('changes', () => {
  test('are read with their languages spelled as they are stored', () => {
    const texts = [
      'companyDetails=Shop = 1',
      'companyDetails.pt_BR=Loja',
      'logo.DE=',
      'unsubscribeLinkLabel= ',
      'quota=1000',
    ];
    expect(readChanges(texts)).toEqual([
      { field: 'companyDetails', name: 'companyDetails', value: 'Shop = 1' },
      { field: 'companyDetails', name: 'companyDetails.pt-br', value: 'Loja' },
      { field: 'logo', name: 'logo.de', value: null },
      { field: 'unsubscribeLinkLabel', name: 'unsubscribeLinkLabel', value: ' ' },
      { field: 'quota', name: 'quota', value: '1000' },
    ]);
  });

  test.each([
    ['companyDetails', 'companyDetails: write name=value, or name= to remove it'],
    [
      'footer=x',
      'footer: unknown setting; use one of logo, companyDetails, unsubscribeText, unsubscribeLinkLabel, quota, brandBackground,',
    ],
    ['__proto__=x', '__proto__: unknown setting'],
    ['companyDetails.english=x', 'companyDetails.english: not a language code'],
    ['companyDetails.=x', 'companyDetails.: not a language code'],
    ['companyDetails.de.at=x', 'companyDetails.de.at: not a language code'],
    [
      'unsubscribeText.DE=Bye',
      'unsubscribeText.de: must contain {{ unsubscribe_link }} or {{ unsubscribe_url }}',
    ],
    [`unsubscribeLinkLabel=${'a'.repeat(101)}`, 'unsubscribeLinkLabel: at most 100 characters'],
    [`companyDetails=${'a'.repeat(2001)}`, 'companyDetails: at most 2000 characters'],
    ['quota=0', 'quota: must be a whole number from 1 to 999999999999'],
    ['quota=-1', 'quota: must be a whole number from 1 to 999999999999'],
    ['quota=1.5', 'quota: must be a whole number from 1 to 999999999999'],
    ['quota=many', 'quota: must be a whole number from 1 to 999999999999'],
    ['quota=1000000000000', 'quota: must be a whole number from 1 to 999999999999'],
    ['quota.de=5', 'quota.de: is the same in every language; set it on the layout'],
    ['brandLinkColor.de=#1a5fb4', 'brandLinkColor.de: is the same in every language; set it on the layout'],
    ['brandLinkColor=#abc', 'brandLinkColor: must be a color such as #1a5fb4'],
    ['brandLinkColor=red', 'brandLinkColor: must be a color such as #1a5fb4'],
    ['brandFontFamily=comic', 'brandFontFamily: must be one of system, arial'],
    ['brandButtonRadius=51', 'brandButtonRadius: must be a whole number from 0 to 50'],
    ['brandButtonRadius=4.5', 'brandButtonRadius: must be a whole number from 0 to 50'],
    ['brandButtonRadius=-1', 'brandButtonRadius: must be a whole number from 0 to 50'],
    ['brandButtonRadius=007', 'brandButtonRadius: must be a whole number from 0 to 50'],
    ['companyDetails=a\0', 'companyDetails: must not contain NUL or broken Unicode'],
  ])('%j is rejected by name', (text, reason) => expect(() => readChanges([text])).toThrow(reason));

  test('that name one setting twice are rejected, in any spelling', () => {
    expect(() => readChanges(['companyDetails.pt-br=A', 'companyDetails.PT_BR='])).toThrow(
      'companyDetails.pt-br: given more than once',
    );
  });

  test('that are invalid are all named', () => {
    expect(() => readChanges(['a=1', 'b=2'])).toThrow(/^a: unknown setting.*; b: unknown setting/);
  });
});

test('picks the text of the language, its base language, or the default', () => {
  const settings = new Map([
    ['companyDetails', 'all'],
    ['companyDetails.de', 'German'],
    ['companyDetails.de-at', 'Austrian'],
    ['unsubscribeText.de', 'only German'],
  ]);
  const text = (locale: string) => settingText(settings, 'companyDetails', locale);
  expect(['de-at', 'de-ch', 'de', 'fr', 'zh-hant-tw'].map(text)).toEqual([
    'Austrian',
    'German',
    'German',
    'all',
    'all',
  ]);
  expect(settingText(settings, 'unsubscribeText', 'fr')).toBeNull();
});
