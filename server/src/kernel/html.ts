const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
};

/** A text as HTML shows it, also within an attribute. */
export const escapeHtml = (text: string, doubleQuote = '&quot;'): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? doubleQuote);

/** As Liquid's own `escape` writes it, for what stands beside it. */
export const escapeAsLiquid = (text: string): string => escapeHtml(text, '&#34;');
