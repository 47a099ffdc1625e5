/** What texts can name without assigning it themselves; the last is ours, around what authors write. */
export const topNames: readonly (string | undefined)[] = [
  ...['variables', 'secrets', 'unsubscribe_url', 'unsubscribe_link', 'mail_footer'],
];
