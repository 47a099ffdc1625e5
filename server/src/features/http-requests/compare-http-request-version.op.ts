import { z } from 'zod';
import { fieldName } from '../../kernel/fields.ts';
import { idInput } from '../../kernel/id.ts';
import { type Json, jsonValue } from '../../kernel/json.ts';
import { appOperation } from '../../kernel/operation.ts';
import { requireVersion } from './require-version.ts';
import { fromStored } from './save-http-request.ts';
import { requestDifferences } from './versions.rules.ts';
import { requestVersionInput } from './versions.schema.ts';

export const compareHttpRequestVersion = appOperation({
  name: 'compare_http_request_version',
  summary: 'Show what differs between a version of an HTTP request and the request as it is.',
  app: [{ method: 'GET', path: '/http-requests/:id/versions/:version/changes', role: 'viewer' }],
  input: z.object({ id: idInput('HTTP request'), version: requestVersionInput }),
  output: z.object({
    changes: z.array(
      z.object({
        path: z.string(),
        before: jsonValue.describe('`null` where there was nothing. A credential is masked.'),
        after: jsonValue,
      }),
    ),
  }),
  find: requireVersion,
  async run(ctx, _input, { row, version: { request, sealed } }) {
    const vault = await ctx.vault.unlock();
    const was = fromStored(vault, { ...row, ...request, sealed });
    const changes = requestDifferences(
      { plain: was, shown: request as unknown as Json },
      { plain: fromStored(vault, row), shown: row as unknown as Json },
    );
    return { value: { changes: changes.map((each) => ({ ...each, path: fieldName(each.path) })) } };
  },
});
