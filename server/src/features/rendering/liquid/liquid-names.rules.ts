/** Names that texts can use without assigning them; the last one is internal. */
export const globalNames: readonly (string | undefined)[] = [
  ...['variables', 'secrets', 'unsubscribe_url', 'unsubscribe_link', 'mail_footer'],
];

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*\??$/u;

function segmentText(segment: unknown): string {
  if (typeof segment === 'number') return `[${segment}]`;
  if (Array.isArray(segment)) return `[${pathText(segment)}]`;
  if (typeof segment !== 'string') return '[…]';
  return PLAIN_NAME.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

/** `variables.items[0].title`, `variables["first name"]`, `variables.prices[variables.currency]`. */
export function pathText(segments: readonly unknown[]): string {
  return segments.map(segmentText).join('').replace(/^\./, '');
}
