import { z } from 'zod';
import { etagOf } from '../../kernel/etag.ts';
import { idInput } from '../../kernel/id.ts';
import { appOperation } from '../../kernel/operation.ts';
import { httpRequest } from './http-requests.schema.ts';
import { viewHttpRequest } from './http-requests.view.ts';
import { requireVersion } from './require-version.ts';
import { fromStored, saveHttpRequest } from './save-http-request.ts';
import { requestVersionInput } from './versions.schema.ts';

export const restoreHttpRequestVersion = appOperation({
  name: 'restore_http_request_version',
  summary: 'Put a version of an HTTP request back, its credentials included.',
  app: [{ method: 'POST', path: '/http-requests/:id/versions/:version/restore', role: 'editor' }],
  input: z.object({ id: idInput('HTTP request'), version: requestVersionInput }),
  output: z.object({ restored: z.int(), version: z.int(), request: httpRequest }),
  find: requireVersion,
  async run(ctx, _input, { row, version: { version, request, sealed } }, auditRows) {
    const vault = await ctx.vault.unlock();
    const was = fromStored(vault, { ...row, ...request, sealed });
    const saved = await saveHttpRequest(ctx, row.id, {
      change: () => was,
      source: 'restore',
      summary: `Restored version ${version}`,
      auditRows,
    });
    return {
      value: { restored: version, version: saved.revision, request: viewHttpRequest(saved) },
      etag: etagOf(saved),
    };
  },
});
