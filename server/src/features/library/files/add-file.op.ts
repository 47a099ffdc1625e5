import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { MAX_FILE_BYTES } from './file-caps.schema.ts';
import { fileKeyOf, KEY_BYTES } from './file-keys.rules.ts';
import { typeOfFile } from './file-types.rules.ts';
import { cleanFilename, pictureFilename } from './filenames.rules.ts';
import { addFileInput } from './files.schema.ts';
import { insertFile } from './files.store.ts';

export const addFile = operatorOperation({
  name: 'add_file',
  summary: 'Add a file: a picture for emails, or an attachment.',
  command: {
    words: ['file', 'add'],
    store: 'flag',
    rest: { member: 'file', shown: 'PATH', as: 'file', maxBytes: MAX_FILE_BYTES },
  },
  app: [{ method: 'POST', path: '/files', role: 'editor' }],
  input: addFileInput,
  output: z.object({ key: z.string() }),
  target: ({ key }) => key,
  atomic: true,
  async run(ctx, { file }) {
    const upload = await ctx.uploads.read(file.bytes);
    if ('reason' in upload) throw invalidField('file', upload.reason);
    const { bytes, size } = upload;
    const filename = cleanFilename(file.name);
    const { contentType, extension } = size ? upload : typeOfFile(filename, upload, bytes);
    const key = fileKeyOf(ctx.randomBytes(KEY_BYTES), extension);
    // The row is written last, so that its bytes exist. Bytes without a row are removed by maintenance.
    await ctx.files.put(key, bytes);
    const row = {
      storeId: ctx.storeId,
      key,
      filename: size ? pictureFilename(filename, extension) : filename,
      contentType,
      size: bytes.length,
      width: size?.width ?? null,
      height: size?.height ?? null,
    };
    await insertFile(ctx.db, row).catch(async (error) => {
      // A store without room for the file must not fill the disk either.
      await ctx.files.remove(key);
      throw error;
    });
    return { value: { key } };
  },
});
