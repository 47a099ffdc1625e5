import { OperationError } from '../../kernel/error.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { RenderedText } from '../../kernel/ports.ts';
import { forbiddenHost, type PermissionsByName } from '../access/secrets/secret-permissions.rules.ts';
import { secretHostsOf } from '../records/masking/secret-hosts.rules.ts';
import type { PlainRequest } from './http-requests.rules.ts';
import { maskReason } from './masking-work.rules.ts';
import { assembleRequest } from './rendered-request.rules.ts';

interface RenderedCall {
  plain: PlainRequest;
  variables: JsonObject;
  texts: readonly RenderedText[];
  secrets: Readonly<Record<string, string>>;
}

/**
 * Rejects a request that would carry a secret to a host that it must not be sent to. This comes before the
 * host name is looked up, because the lookup would already reveal a secret in it
 * (contract: Senders, secrets, files 11).
 */
export async function refuseForbiddenHost(
  ctx: Pick<Context, 'heavy'>,
  { plain, variables, texts, secrets }: RenderedCall,
  permissions: PermissionsByName,
): Promise<void> {
  const { url } = assembleRequest(plain, texts, 'wire');
  const shownUrl = assembleRequest(plain, texts, 'shown').url;
  const names = new Set(texts.flatMap((text) => text.secrets));
  const reason = forbiddenHost(names, permissions, { url, shownUrl });
  if (reason === null) return;
  const knowledge = {
    secrets: [...Object.entries(secrets), ...secretHostsOf(url, shownUrl)],
    within: variables,
  };
  throw new OperationError('invalid', await ctx.heavy(maskReason, { knowledge, values: reason }));
}
