import { z } from 'zod';
import { always, exactlyOne, leaf } from './block.schema.ts';
import { downloadUrl, fileKey, liquidText } from './fields.schema.ts';

export const attachment = leaf(
  'attachment',
  'A file sent with the mail: an uploaded one or one fetched when sending; one of the two. Not inside a loop.',
  {
    ...always,
    fileKey: fileKey.nullable().default(null),
    url: downloadUrl('Where the file is fetched when sending; begins with https://.')
      .nullable()
      .default(null),
    filename: liquidText('Its name in the mail.', 255).min(1, { error: 'required' }),
    sendAsLink: z
      .boolean()
      .default(false)
      .describe('A link at the end of the mail instead of the file itself.'),
  },
  {
    sample: {
      url: 'https://shop.example/invoices/{{ variables.order.id }}.pdf',
      filename: 'Invoice {{ variables.order.name }}.pdf',
    },
    refine: exactlyOne('fileKey', 'url'),
    // Not part of the text: sending adds it.
    rows: () => [],
    text: () => '',
  },
);
