const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
};

/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string, doubleQuote = '&quot;'): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? doubleQuote);

/** Escapes like Liquid's own `escape`, for text next to its output. */
export const escapeAsLiquid = (text: string): string => escapeHtml(text, '&#34;');

/** Escapes text for a JSON string. */
export const escapeJson = (text: string) => JSON.stringify(text.toWellFormed()).slice(1, -1);

/** Encodes a path segment, or a name or value in a query. */
export const encodeUrlPart = (text: string) => encodeURIComponent(text.toWellFormed());

/** Whether text without a content type is probably JSON. */
export const looksLikeJson = (text: string) => /^\s*[[{]/.test(text);
