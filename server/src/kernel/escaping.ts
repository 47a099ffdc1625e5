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

/** As the content of a JSON string. */
export const escapeJson = (text: string) => JSON.stringify(text.toWellFormed()).slice(1, -1);

/** As a segment of a path, or a name or value of a query. */
export const encodeUrlPart = (text: string) => encodeURIComponent(text.toWellFormed());

/** Whether a text without a type is meant as JSON. */
export const beginsJson = (text: string) => /^\s*[[{]/.test(text);
