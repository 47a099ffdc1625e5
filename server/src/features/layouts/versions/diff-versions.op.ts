import { z } from 'zod';
import { differences } from '../../../kernel/differences.ts';
import { fieldName } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import { jsonValue } from '../../../kernel/json.ts';
import { operation } from '../../../kernel/operation.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { requireLayout } from '../content/require-layout.ts';
import { comparable } from './changed-since.ts';
import { versionOf } from './require-version.ts';
import { versionInput } from './versions.schema.ts';

export const diffVersions = operation({
  name: 'diff_versions',
  summary: 'Show what differs between two versions of a layout.',
  description: 'Lists of different lengths are shown as a whole.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/versions/:a/diff/:b' }],
  tool: {
    name: 'diff_versions',
    title: 'Compare two versions of a layout',
    toolset: 'layouts',
    annotations: reading,
  },
  input: z.object({ id: idInput('layout'), a: versionInput, b: versionInput }),
  output: z.object({
    from: z.int(),
    to: z.int(),
    changes: z.array(
      z.object({
        path: z.string(),
        before: jsonValue.describe('`null` where there was nothing.'),
        after: jsonValue,
      }),
    ),
  }),
  async find(ctx, path) {
    const { id } = await requireLayout(ctx, path);
    return { from: await versionOf(ctx, id, path['a']), to: await versionOf(ctx, id, path['b']) };
  },
  async run(_ctx, _input, { from, to }) {
    const changes = differences(await comparable(from.snapshot), await comparable(to.snapshot));
    const shown = changes.map(({ path, before, after }) => ({ path: fieldName(path), before, after }));
    return { value: { from: from.version, to: to.version, changes: shown } };
  },
});
