import { expect, test } from 'vitest';
import { builtInText } from './built-in-texts.rules.ts';
import { footerTexts } from './footer-texts.rules.ts';

const settings = new Map([
  ['companyDetails', 'Shop Ltd'],
  ['companyDetails.de', 'Shop GmbH'],
  ['unsubscribeLinkLabel', 'Leave'],
]);

test('a field that is set replaces only that field (spec: marketingTexts 1)', () => {
  expect(footerTexts({ unsubscribeLinkLabel: 'Raus' }, settings, 'de')).toEqual({
    unsubscribeText: builtInText('unsubscribeText', 'de'),
    unsubscribeLinkLabel: 'Raus',
    companyDetails: 'Shop GmbH',
  });
});

test('without any, uses the texts of the settings in the language of the email (spec: marketingTexts 2)', () => {
  expect(footerTexts({}, settings, 'de')).toMatchObject({ companyDetails: 'Shop GmbH' });
  expect(footerTexts({}, settings, 'fr')).toMatchObject({
    companyDetails: 'Shop Ltd',
    unsubscribeLinkLabel: 'Leave',
  });
});

test('an empty text remains empty and gets no default', () => {
  expect(footerTexts({ companyDetails: '' }, settings, 'de').companyDetails).toBe('');
});
