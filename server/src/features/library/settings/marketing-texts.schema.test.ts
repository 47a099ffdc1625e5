import { describe, expect, test } from 'vitest';
import { companyDetails, unsubscribeLinkLabel, unsubscribeText } from './marketing-texts.schema.ts';

describe('footer texts', () => {
  test.each([
    'Off: {{ unsubscribe_link }}',
    '{{unsubscribe_url}}',
    '{{-unsubscribe_link-}}',
    '{{- unsubscribe_url -}}',
    '{{\n\tunsubscribe_link }}',
  ])('%j has its placeholder, in any spacing', (value) =>
    expect(unsubscribeText.safeParse(value).success).toBe(true),
  );

  test.each([
    '',
    'Unsubscribe',
    '{ unsubscribe_link }',
    '{{ unsubscribe_links }}',
    '{{ unsubscribe link }}',
    '{{ variables.unsubscribe_link }}',
    '{% unsubscribe_link %}',
  ])('%j has none and is refused', (value) => expect(unsubscribeText.safeParse(value).success).toBe(false));

  test('lengths count characters, not code units', () => {
    expect(companyDetails.safeParse('😀'.repeat(2000)).success).toBe(true);
    expect(companyDetails.safeParse('a'.repeat(2001)).success).toBe(false);
    expect(unsubscribeLinkLabel.safeParse('😀'.repeat(100)).success).toBe(true);
    expect(unsubscribeLinkLabel.safeParse('a'.repeat(101)).success).toBe(false);
    const link = '{{ unsubscribe_link }}';
    expect(unsubscribeText.safeParse(link + 'a'.repeat(2000 - link.length)).success).toBe(true);
    expect(unsubscribeText.safeParse(link + 'a'.repeat(2001 - link.length)).success).toBe(false);
  });
});
