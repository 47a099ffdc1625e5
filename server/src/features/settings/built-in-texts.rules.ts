export const builtInText = (field: 'unsubscribeText' | 'unsubscribeLinkLabel', _locale: string) =>
  field === 'unsubscribeText' ? 'No more of these? {{ unsubscribe_link }}' : 'Unsubscribe';
