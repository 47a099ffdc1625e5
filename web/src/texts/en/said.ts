/**
 * Sentences of the server that the app words for merchants: what the API calls a target is a server to them. The
 * sentences around them are listed too, so that a sentence within another one is found.
 */
export const said: Readonly<Record<string, string>> = {
  'the target returned {status}': 'the server responded with {status}',
  'the target returned {status} and redirects to {address}; redirects are not followed':
    'the server redirects to {address} ({status}), and redirects aren’t followed',
  // As earlier releases stored it.
  'the target answered {status}': 'the server responded with {status}',
  'the target answered {status} and points to {address}; redirects are not followed':
    'the server redirects to {address} ({status}), and redirects aren’t followed',
  'attempt {attempt}: {error}; next in {seconds} s':
    'Attempt {attempt}: {error}. Next attempt in {seconds} s.',
  '{subject}, attempt {attempt}: {error}; next in {seconds} s':
    '{subject}, attempt {attempt}: {error}. Next attempt in {seconds} s.',
  'the files are larger than 20 MB in total': 'the attachments are larger than 20 MB in total',
  'captured: it is in the test inbox and was not sent': 'it’s in the test inbox and wasn’t delivered',
  'Saved without a change': 'Saved without changes',
  'Brought back from the trash': 'Restored from trash',
  'As it was before versions were kept': 'Oldest version',
};
