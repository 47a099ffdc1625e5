import { expect, test } from 'vitest';
import { settingChanges, valuesOf, withChanges } from './settings-form.ts';

const before = valuesOf({
  settings: { logo: 'f_1', companyDetails: 'Tea & Co.', 'companyDetails.de': 'Tee' },
});

test('applies changes to the current settings and keeps the rest', () => {
  const mine = structuredClone(before);
  mine.logo = '';
  mine.texts['fr'] = { companyDetails: 'Thé = bon\nParis', unsubscribeText: '', unsubscribeLinkLabel: '' };
  const changes = settingChanges(before, mine);
  const theirs = valuesOf({ settings: { logo: 'f_1', companyDetails: 'Tea Ltd.' } });
  const both = withChanges(theirs, changes);
  expect(both).toMatchObject({ logo: '', texts: { all: { companyDetails: 'Tea Ltd.' } } });
  expect(both.texts['fr']).toEqual(mine.texts['fr']);
  expect(withChanges(before, ['nothing=1', 'quota.x.y=2', ''])).toEqual(before);
});
