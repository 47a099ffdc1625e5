import { describe, expect, test } from 'vitest';
import { Placeholders, type RecipientValues } from './placeholders.rules.ts';

const placeholders = new Placeholders('5ec2e7');
const names = placeholders.values(true, true);
const [URL_WORD, LINK_WORD, FOOTER_WORD] = ['unsubscribe_url', 'unsubscribe_link', 'mail_footer'].map(
  (name) => names[name]?.html as string,
) as [string, string, string];

const filling = (fields: Partial<RecipientValues> = {}): RecipientValues => ({
  footer: {
    sentence: `No more? ${LINK_WORD}.`,
    linkLabel: 'Leave <us>',
    companyDetails: 'Shop & Co\nRoad 1',
  },
  unsubscribeUrl: 'https://o.example/unsubscribe/a?b=1&c=2',
  downloads: [],
  ...fields,
});

test('both names of unsubscribing are empty in transactional email (spec: What the service does 10) (contract: Sending 5)', () => {
  expect(placeholders.values(false, false)).toEqual({
    unsubscribe_url: { html: '', text: '' },
    unsubscribe_link: { html: '', text: '' },
  });
});

describe('HTML', () => {
  test('puts downloads first, then the sentence, then company details (spec: What the service does 9d)', () => {
    const html = placeholders.fillHtml(
      `<td>${FOOTER_WORD}</td>`,
      filling({ downloads: [{ filename: 'a<b>.pdf', url: 'https://o.example/d?x=1&y="' }] }),
    );
    expect(html).toBe(
      '<td><a href="https://o.example/d?x=1&amp;y=&quot;" style="color:inherit">a&lt;b&gt;.pdf</a><br><br>' +
        'No more? <a href="https://o.example/unsubscribe/a?b=1&amp;c=2" style="color:inherit">Leave &lt;us&gt;</a>.' +
        '<br><br>Shop &amp; Co<br>Road 1</td>',
    );
  });

  test('puts the URL where the author placed it, even inside another URL', () => {
    const rendered = `<a href="${URL_WORD}">x</a> <a href="https://t.example/?to=${encodeURIComponent(URL_WORD)}">y</a>`;
    expect(placeholders.fillHtml(rendered, filling())).toBe(
      '<a href="https://o.example/unsubscribe/a?b=1&amp;c=2">x</a> ' +
        '<a href="https://t.example/?to=https%3A%2F%2Fo.example%2Funsubscribe%2Fa%3Fb%3D1%26c%3D2">y</a>',
    );
  });

  test('leaves no gap for missing values', () => {
    const footer = { sentence: 'Bye', linkLabel: 'x', companyDetails: ' ' };
    expect(placeholders.fillHtml(FOOTER_WORD, filling({ footer }))).toBe('Bye');
    expect(placeholders.fillHtml(`a${FOOTER_WORD}b`, filling({ footer: null }))).toBe('ab');
  });

  test('treats special replacement patterns as plain text', () => {
    const footer = { sentence: "$& $1 $' $$", linkLabel: 'x', companyDetails: '' };
    expect(placeholders.fillHtml(FOOTER_WORD, filling({ footer }))).toBe('$&amp; $1 $&#39; $$');
    expect(placeholders.fillText(FOOTER_WORD, filling({ footer }))).toBe("$& $1 $' $$");
  });
});

test('plain text has the same content in the same order, with plain URLs (spec: What the service does 9d)', () => {
  const text = placeholders.fillText(
    `Hello\n\n${FOOTER_WORD}`,
    filling({ downloads: [{ filename: 'a.pdf', url: 'https://o.example/d' }] }),
  );
  expect(text).toBe(
    'Hello\n\na.pdf: https://o.example/d\n\n' +
      'No more? Leave <us>: https://o.example/unsubscribe/a?b=1&c=2.\n\nShop & Co\nRoad 1',
  );
});

test('treats placeholders of another email as plain text', () => {
  const other = new Placeholders('0the7').values(true, true);
  const words = Object.values(other).map(({ text }) => text);
  expect(placeholders.fillText(words.join(' '), filling())).toBe(words.join(' '));
});
