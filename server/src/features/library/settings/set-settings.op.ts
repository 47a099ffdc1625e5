import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { namesRevisions, requireMatch } from '../../../kernel/etag.ts';
import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { type OperatorContext, operatorOperation } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { isFileKey } from '../files/file-keys.rules.ts';
import { findFile } from '../files/files.store.ts';
import { isPicture } from '../files/files.view.ts';
import { lockExistingFiles } from '../references/references.store.ts';
import { readChanges, revisionOf, type SettingChange } from './settings.rules.ts';
import { isTextSetting, setSettingsInput } from './settings.schema.ts';
import { lockSettings, removeSetting, setSetting, settingsOf } from './settings.store.ts';

const isLogo = ({ field }: SettingChange) => field === 'logo';

async function requireLiquid({ liquid, storeId }: OperatorContext, changes: readonly SettingChange[]) {
  const texts = changes.flatMap((change) =>
    change.value !== null && isTextSetting(change.field) ? [{ path: [change.name], text: change.value }] : [],
  );
  if (texts.length === 0) return;
  const problems = await liquid.check(storeId, texts);
  if (problems.length > 0) throw invalid(problems);
}

/** Problems of logos that are not images of the store; valid ones are locked until the transaction ends. */
async function findLogoProblems(tx: Queries, changes: readonly SettingChange[]): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const { name, value } of changes.filter(isLogo)) {
    if (value === null) continue;
    const known = await lockExistingFiles(tx, isFileKey(value) ? [value] : []);
    const file = known.has(value) ? await findFile(tx, value) : null;
    if (!file) problems.push({ path: [name], reason: message('unknown_file') });
    else if (!isPicture(file.contentType)) problems.push({ path: [name], reason: message('not_an_image') });
  }
  return problems;
}

export const setSettings = operatorOperation({
  name: 'set_settings',
  summary: 'Set texts, the logo, the brand and the quota of the store, or texts for one language.',
  command: {
    words: ['settings', 'set'],
    store: 'flag',
    rest: { member: 'settings', shown: 'KEY=VALUE', as: 'texts' },
  },
  app: [{ method: 'PATCH', path: '/settings', role: 'editor' }],
  input: setSettingsInput,
  output: z.object({ settings: z.record(z.string(), z.string()) }),
  errorKinds: ['stale'],
  atomic: true,
  async run(ctx, { settings }) {
    const { storeId } = ctx;
    const changes = readChanges(settings);
    if (ctx.actor.type === 'user' && changes.some(({ field }) => field === 'quota'))
      throw new OperationError('forbidden', message('quota_for_operator'));
    await requireLiquid(ctx, changes);
    const after = await ctx.db.transaction(async (tx) => {
      await lockSettings(tx, storeId);
      if (namesRevisions(ctx.ifMatch))
        requireMatch(ctx.ifMatch, `"${revisionOf(ctx, await settingsOf(tx))}"`);
      const problems = await findLogoProblems(tx, changes);
      if (problems.length > 0) throw invalid(problems);
      for (const change of changes) {
        const { name, value } = change;
        if (value === null) await removeSetting(tx, name);
        else await setSetting(tx, { storeId, name, value, fileKey: isLogo(change) ? value : null });
      }
      return settingsOf(tx);
    });
    return { value: { settings: Object.fromEntries(after) } };
  },
});
