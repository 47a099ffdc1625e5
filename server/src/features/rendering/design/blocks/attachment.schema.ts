import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { commonFields, exactlyOne, leaf } from './block.schema.ts';
import { downloadUrl, fileKey, liquidText } from './fields.schema.ts';

export const attachment = leaf(
  'attachment',
  'A file sent with the email: either an uploaded file or one fetched when the email is sent. Not inside a loop.',
  {
    ...commonFields,
    fileKey: fileKey.nullable().default(null),
    url: downloadUrl('URL that the file is fetched from when the email is sent; starts with https://.')
      .nullable()
      .default(null),
    filename: liquidText('File name in the email.', 255).min(1, { error: schemaMessage('required') }),
    sendAsLink: z
      .boolean()
      .default(false)
      .describe('Sends a link at the end of the email instead of the file itself.'),
  },
  {
    sample: {
      url: 'https://shop.example/invoices/{{ variables.order.id }}.pdf',
      filename: 'Invoice {{ variables.order.name }}.pdf',
    },
    refine: exactlyOne('fileKey', 'url'),
    // Not part of the content; added when the email is sent.
    rows: () => [],
    text: () => '',
  },
);
