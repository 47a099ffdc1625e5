import { describe, expect, test } from 'vitest';
import { checkLiquid } from '../../rendering/liquid/check-liquid.rules.ts';
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
  ])('%j has none and is rejected', (value) => expect(unsubscribeText.safeParse(value).success).toBe(false));

  test.each([
    '{% if variables.vip %}Dear {% endif %}{{ unsubscribe_link }}',
    '{% if variables.vip %}{{ unsubscribe_link }}{% elsif 1 %}{{ unsubscribe_url }}{% else %}{{ unsubscribe_link }}{% endif %}',
    '{% unless a %}{{ unsubscribe_link }}{% else %}{{ unsubscribe_link }}{% endunless %}',
    "{% case a %}{% when 'b' %}{{ unsubscribe_link }}{% else %}{{ unsubscribe_url }}{% endcase %}",
    '{% if a %}{% if b %}{{ unsubscribe_link }}{% else %}{{ unsubscribe_link }}{% endif %}{% else %}{{ unsubscribe_url }}{% endif %}',
    '{% for a in variables.list %}{{ a }}{% endfor %}{{ unsubscribe_link }}',
    '{% assign shop = variables.shop | default: "Anna\'s" %}{{ shop }}: {{ unsubscribe_link }}',
    '{% comment %}{{ unsubscribe_link }}{% endcomment %}{{ unsubscribe_link }}',
    '{% if unsubscribe_url %}Off: {% endif %}{{ unsubscribe_url }}',
  ])('%j shows its link in every branch (contract: Layouts 11)', (value) => {
    expect(checkLiquid(value)).toBeNull();
    expect(unsubscribeText.safeParse(value).success).toBe(true);
  });

  test.each([
    '{% comment %}{{ unsubscribe_link }}{% endcomment %}',
    '{% raw %}{{ unsubscribe_link }}{% endraw %}',
    '{% # {{ unsubscribe_link }} %}',
    '{% if variables.vip %}{{ unsubscribe_link }}{% endif %}',
    '{% if a %}{{ unsubscribe_link }}{% elsif b %}Bye{% else %}{{ unsubscribe_link }}{% endif %}',
    '{% if a %}Bye{% else %}{{ unsubscribe_link }}{% endif %}',
    "{% case a %}{% when 'b' %}{{ unsubscribe_link }}{% endcase %}",
    "{% case a %}{% when 'b' %}Bye{% when 'c' %}{{ unsubscribe_link }}{% else %}{{ unsubscribe_link }}{% endcase %}",
    '{% for a in variables.list %}{{ unsubscribe_link }}{% endfor %}',
    '{% for a in variables.list limit: 0 %}{{ unsubscribe_link }}{% else %}{{ unsubscribe_link }}{% endfor %}',
    '{% tablerow a in variables.list %}{{ unsubscribe_link }}{% endtablerow %}',
    '{% capture a %}{{ unsubscribe_link }}{% endcapture %}',
    "{% assign unsubscribe_link = '' %}{{ unsubscribe_link }}",
    "{% capture 'unsubscribe_link' %}{% endcapture %}{{ unsubscribe_link }}",
    '{% increment unsubscribe_url %}{{ unsubscribe_url }}',
    "{% liquid\nassign unsubscribe_link = ''\n%}{{ unsubscribe_link }}",
    '{% break %}{{ unsubscribe_link }}',
    '{% liquid\nif a\nbreak\nendif %}{{ unsubscribe_link }}',
    '{{ "}}{{ unsubscribe_link }}" }}',
    "{% assign a = '%}{{ unsubscribe_link }}{% assign b = 1 ' %}",
  ])('%j does not, and is rejected (contract: Layouts 11)', (value) => {
    const parsed = unsubscribeText.safeParse(value);
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      'must always show the link; move it out of conditions and comments',
    ]);
  });

  test.each([
    '{{ unsubscribe_link | truncate: 0 }}',
    "{{ '' | append: unsubscribe_link }}",
    '{% echo unsubscribe_link %}',
  ])('rejects %j, which is not a plain output (contract: Layouts 11)', (value) =>
    expect(unsubscribeText.safeParse(value).success).toBe(false),
  );

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
