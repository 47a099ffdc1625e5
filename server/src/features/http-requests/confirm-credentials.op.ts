import { z } from 'zod';
import { etagOf, namesRevisions } from '../../kernel/etag.ts';
import { invalidField } from '../../kernel/fields.ts';
import { idInput } from '../../kernel/id.ts';
import { message } from '../../kernel/messages/message.ts';
import { appOperation } from '../../kernel/operation.ts';
import { viewHttpRequest } from './http-requests.rules.ts';
import { httpRequest } from './http-requests.schema.ts';
import { requireHttpRequest, versionsOfRequest } from './request-document.ts';
import { saveHttpRequest } from './save-http-request.ts';

/** A person allows a request to send its credentials to the host that it has now (contract: HTTP requests 17). */
export const confirmHttpRequestCredentials = appOperation({
  name: 'confirm_http_request_credentials',
  summary: 'Allow an HTTP request to send credentials that were set for another host.',
  description: 'Requires `If-Match`, so that a person confirms the host that they have seen.',
  app: [{ method: 'POST', path: '/http-requests/:id/confirm-credentials', role: 'editor' }],
  stepUp: true,
  input: z.object({ id: idInput('HTTP request') }),
  output: httpRequest,
  find: requireHttpRequest,
  etagOf,
  changedSince: versionsOfRequest.changedSince,
  async run(ctx, _input, found, auditRows) {
    if (!namesRevisions(ctx.ifMatch)) throw invalidField('If-Match', message('required'));
    const { row, plain } = await saveHttpRequest(ctx, found, {
      change: (stored) => ({ ...stored, held: [] }),
      summary: 'Confirmed the credentials for the new host',
      auditRows,
    });
    return { value: viewHttpRequest(row, plain), etag: etagOf(row) };
  },
});
