/** A marked page as it is sent. */
export function withoutMarks({ html, word }: { html: string; word: string }): string {
  const mark = `${word}\\d+(?:-outlook)?`;
  return (
    html
      .replace(new RegExp(`<!--/?${mark}(?: [\\w.]+)?-->`, 'g'), '')
      .replace(new RegExp(` class="${mark}"|\\nclass="${mark}"(?=\\n)`, 'g'), '')
      .replace(new RegExp(`\\nclass="${mark}" `, 'g'), '\n')
      // What MJML makes for Outlook of a mark after no class.
      .replace(new RegExp(`"-outlook ${mark}"`, 'g'), '""')
      .replace(new RegExp(` ${mark}(?=")`, 'g'), '')
  );
}
