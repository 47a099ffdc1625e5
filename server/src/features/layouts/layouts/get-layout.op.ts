import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { etagOfLayout } from '../content/layout-document.ts';
import { layout } from '../content/layouts.schema.ts';
import { readLayout } from '../content/layouts.store.ts';
import { viewLayout } from '../content/layouts.view.ts';

export const getLayout = operation({
  name: 'get_email_template',
  summary: 'Get one email layout.',
  description:
    'Includes its design, or its body and attachments, its footer texts and the list of its languages.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id' }],
  tool: { name: 'get_email_template', title: 'Get an email layout', annotations: readOnlyTool },
  input: z.object({ id: idInput('layout') }),
  output: layout,
  revised: true,
  async find({ db }, { id }) {
    const row = await readLayout(db, existingId(id));
    if (!row) throw notFound();
    return row;
  },
  async run(_ctx, _input, row) {
    return { value: viewLayout(row), etag: etagOfLayout(row) };
  },
});
