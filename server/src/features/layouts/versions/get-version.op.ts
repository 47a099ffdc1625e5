import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { requireVersion } from './require-version.ts';
import { version, versionInput } from './versions.schema.ts';
import { viewSnapshot } from './versions.view.ts';

export const getVersion = operation({
  name: 'get_version',
  summary: 'Get one version of a layout: the layout and all its translations.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/versions/:version' }],
  tool: { name: 'get_version', title: 'Get a version of a layout', toolset: 'layouts', annotations: reading },
  input: z.object({ id: idInput('layout'), version: versionInput }),
  output: version,
  find: requireVersion,
  async run(_ctx, _input, { row: { snapshot, ...summary } }) {
    return { value: { ...summary, ...viewSnapshot(await unpackSnapshot(snapshot)) } };
  },
});
