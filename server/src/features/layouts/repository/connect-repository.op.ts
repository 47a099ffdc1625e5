import { z } from 'zod';
import { invalidField, requiredText } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { type OperatorContext, operatorOperation } from '../../../kernel/operation.ts';
import { type RepositoryAccess, RepositoryError } from '../../../kernel/repository.ts';
import { pushQueueKey } from '../saving/repository-push.rules.ts';
import { dropQueuedCommits } from './changes.store.ts';
import { publicConnection, submitWaitingCommits, toOperationError } from './connection.ts';
import { tokenSealContext } from './repository.rules.ts';
import { branchName, connection, folderName, repositoryName } from './repository.schema.ts';
import { findConnection, putConnection } from './repository.store.ts';

/**
 * An installation belongs to the operator and grants access to every repository it covers. A person who could
 * name any installation could reach the repositories of other stores.
 */
function accessFrom(
  via: OperatorContext['via'],
  token: string | undefined,
  installationId: number | undefined,
): RepositoryAccess {
  if (via === 'app' && installationId !== undefined)
    throw invalidField('installation', message('installation_for_operator'));
  if (token !== undefined && installationId !== undefined)
    throw invalidField('installation', message('not_with_token'));
  if (token !== undefined) return { kind: 'token', token };
  if (installationId !== undefined) return { kind: 'installation', installationId };
  throw invalidField('token', message('required_or_installation'));
}

/** Errors that a person can fix name the field; all others mean that the provider is unavailable. */
function connectionErrorOf(error: unknown, { kind: access }: RepositoryAccess): unknown {
  if (!(error instanceof RepositoryError)) return error;
  if (error.kind === 'refused') return invalidField(access, error.said);
  if (error.kind === 'missing') return invalidField('repository', error.said);
  return toOperationError(error);
}

export const connectRepository = operatorOperation({
  name: 'connect_repository',
  summary: 'Connect a GitHub repository: every save of a layout from now on is also committed there.',
  description:
    'Checks first that the repository can be read and written. If you reconnect it, for example with a new token, waiting versions are committed; another repository, branch or folder starts with the next save.',
  command: { words: ['repository', 'connect'], store: 'flag', stdin: 'token' },
  app: [{ method: 'PUT', path: '/repository', role: 'owner' }],
  stepUp: true,
  input: z.object({
    repository: repositoryName,
    branch: branchName.optional(),
    folder: folderName.optional(),
    installation: z
      .int()
      .positive()
      .optional()
      .describe("ID of the installation of the operator's GitHub App, instead of a token."),
    token: requiredText(500).optional(),
  }),
  output: connection,
  async run(ctx, { repository: named, branch, folder = '', installation, token }, _found, auditRows) {
    const access = accessFrom(ctx.via, token?.trim(), installation);
    const at = { ...named, ...(branch !== undefined && { branch }) };
    const place = await ctx.repositories.connect(at, access).catch((error) => {
      throw connectionErrorOf(error, access);
    });
    const vault = await ctx.vault.unlock();
    const next = {
      ...{ provider: 'github' as const, ...place, folder },
      token: access.kind === 'token' ? vault.seal(tokenSealContext, access.token) : null,
      installationId: access.kind === 'installation' ? access.installationId : null,
    };
    await ctx.db.transaction(async (tx) => {
      const before = await findConnection(tx);
      const isSame =
        before &&
        pushQueueKey(before) === pushQueueKey(next) &&
        before.branch === next.branch &&
        before.folder === folder;
      if (!isSame) await dropQueuedCommits(tx);
      await putConnection(tx, ctx.storeId, next);
      await tx.batch(auditRows?.() ?? []);
    });
    await submitWaitingCommits(ctx, next);
    return { value: await publicConnection(ctx.db) };
  },
});
