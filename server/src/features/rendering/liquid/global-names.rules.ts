/** Names that texts can use without assigning them; the last one is internal. */
export const globalNames: readonly (string | undefined)[] = [
  ...['variables', 'secrets', 'unsubscribe_url', 'unsubscribe_link', 'mail_footer'],
];
