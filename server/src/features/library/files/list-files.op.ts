import { operation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { file, listFilesInput } from './files.schema.ts';
import { findFileUsers, pageOfFiles } from './files.store.ts';
import { fileView } from './files.view.ts';

export const listFiles = operation({
  name: 'list_files',
  summary: 'List uploaded logos, images and attachments, newest first.',
  description: 'Files are added in the app; no call uploads one. `usage=true` lists what uses each file.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/files' }],
  tool: { name: 'list_files', title: 'List uploaded files', annotations: readOnlyTool },
  input: listFilesInput,
  output: pageOf(file),
  async run(ctx, { q, usage, ...request }) {
    const { rows, total } = await pageOfFiles(ctx.db, request, q);
    const files = rows.map((row) => fileView(row, ctx));
    if (!usage) return { value: toPage(request, files, total) };
    const users = await findFileUsers(
      ctx.db,
      files.map(({ key }) => key),
    );
    const items = files.map((each) => {
      const usedBy = users.get(each.key) ?? [];
      return { ...each, inUse: usedBy.length > 0, usedBy };
    });
    return { value: toPage(request, items, total) };
  },
});
