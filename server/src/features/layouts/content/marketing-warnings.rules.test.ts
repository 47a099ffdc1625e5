import { describe, expect, test } from 'vitest';
import { noMoreThan } from '../../../../test/harness/size.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import { addressWarnings, tagWarnings } from './marketing-warnings.rules.ts';

describe('warns about HTML in footer texts (contract: Layouts 11)', () => {
  const told = (text: string) => tagWarnings({ marketingTexts: { companyDetails: text } }).map(textOf);
  const warning =
    'marketingTexts.companyDetails: is plain text, so recipients see its HTML tags; remove them';

  test.each([
    '<b>Oak</b>',
    'Oak<br>Cork',
    'Oak<br/>',
    '<A href="https://oak.example">Oak</A>',
    '</p>',
    '<!doctype html>',
  ])('warns about %j', (text) => expect(told(text)).toEqual([warning]));

  test.each(['Oak & Clay', 'a < b > c', '<3 from Cork', '{{ variables.shop }}', 'Oak <', ''])(
    'accepts %j',
    (text) => expect(told(text)).toEqual([]),
  );

  test('runs in linear time', () => {
    const began = process.cpuUsage();
    told('<a '.repeat(100_000));
    expect(process.cpuUsage(began).user).toBeLessThan(noMoreThan(200_000));
  });
});

test('warns about empty company details of marketing email only (contract: Layouts 11)', () => {
  const told = (category: 'marketing' | 'transactional', companyDetails: string | null) =>
    addressWarnings({ category }, { marketingTexts: { companyDetails } }).length;
  expect([told('marketing', ''), told('marketing', ' \n')]).toEqual([1, 1]);
  expect([told('transactional', ''), told('marketing', null), told('marketing', 'Oak, Cork')]).toEqual([
    0, 0, 0,
  ]);
  expect(addressWarnings({ category: 'marketing' }, { marketingTexts: null })).toEqual([]);
});
