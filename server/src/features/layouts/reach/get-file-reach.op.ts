import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageInput, toPage } from '../../../kernel/page.ts';
import { findReach } from '../../delivery/reach/find-reach.ts';
import { isFileKey } from '../../library/files/file-keys.rules.ts';
import { fileKeyInput } from '../../library/files/files.schema.ts';
import { findFile } from '../../library/files/files.store.ts';
import { usersOfFile } from './file-users.store.ts';
import { fileReach } from './reach.schema.ts';

export const getFileReach = appOperation({
  name: 'get_file_reach',
  summary:
    'Tell what uses a file: layouts by name, also through presets, with their steps and runs of 30 days.',
  description: 'Steps, and runs of all, are those of the layouts of the page.',
  app: [{ method: 'GET', path: '/files/reach', role: 'viewer' }],
  input: z.object({ key: fileKeyInput, ...pageInput }),
  output: fileReach,
  refusals: ['not_found'],
  async run(ctx, { key, ...request }) {
    if (!isFileKey(key) || !(await findFile(ctx.db, key))) throw notFound();
    const { rows, total, presets, isLogo } = await usersOfFile(ctx.db, key, request);
    const { reach, runsOf } = await findReach(
      ctx,
      'EMAIL',
      rows.map((layout) => layout.id),
    );
    const layouts = rows.map((layout) => ({ ...layout, ...runsOf(layout.id) }));
    return { value: { ...toPage(request, layouts, total), ...reach, presets, isLogo } };
  },
});
