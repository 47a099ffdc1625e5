import { laneOfStore } from '../../src/features/delivery/ledger/lanes.rules.ts';
import { insertStep } from '../../src/features/delivery/ledger/ledger.store.ts';
import { stepInputSealContext } from '../../src/features/delivery/ledger/step-input.rules.ts';
import { packSnapshot } from '../../src/features/layouts/content/version-snapshot.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import type { Outstep } from './outstep.ts';

type Core = Outstep['core'];

const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';

const insertFile = statement(
  'test_file_insert',
  `insert into files (store_id, key, filename, content_type, size, width, height)
   values ($1, $2, $3, 'image/png', 68, 1, 1)`,
);
const deleteFile = statement('test_file_delete', 'delete from files where key = $1');

/** A file that exists only in the database, without its bytes. */
export async function createFile(core: Core, storeId: string, filename = 'picture.png'): Promise<string> {
  const random = core.runtime.randomBytes(26);
  const key = `f_${Array.from(random, (byte) => SIGNS[byte % SIGNS.length]).join('')}.png`;
  await core.database.forStore(storeId).rows(bind(insertFile, storeId, key, filename));
  return key;
}

export const deleteFileRow = (core: Core, storeId: string, key: string) =>
  core.database.forStore(storeId).rows(bind(deleteFile, key));

const insertPreset = statement(
  'test_preset_insert',
  'insert into presets (store_id, id, kind, name, blocks) values ($1, $2, $3, $4, $5)',
);

export async function createPreset(core: Core, storeId: string, kind: 'header' | 'footer', blocks: object[]) {
  const id = core.runtime.newId();
  const values = [storeId, id, kind, `Shared ${kind}`, JSON.stringify(blocks)];
  await core.database.forStore(storeId).rows(bind(insertPreset, ...values));
  return id;
}

const insertSetting = statement(
  'test_setting_insert',
  'insert into settings (store_id, name, value) values ($1, $2, $3)',
);

/** Texts of the whole store, by name: `companyDetails`, `companyDetails.de`. */
export async function storeTexts(core: Core, storeId: string, texts: Record<string, string>) {
  for (const [name, value] of Object.entries(texts))
    await core.database.forStore(storeId).rows(bind(insertSetting, storeId, name, value));
}

const insertReference = statement(
  'test_step_reference_insert',
  `insert into workflow_steps (store_id, action_config_id, platform, workflow, step_id, action_type)
   values ($1, $2, 'generic', 'Order paid', $3, 'EMAIL')`,
);

/** Workflow steps that use a layout. */
export async function referringSteps(core: Core, storeId: string, layoutId: string, count: number) {
  for (let i = 1; i <= count; i++)
    await core.database.forStore(storeId).rows(bind(insertReference, storeId, layoutId, `${layoutId} ${i}`));
}

/** An accepted step with these variables, which is never sent. */
export async function acceptedMail(
  core: Core,
  storeId: string,
  layoutId: string,
  variables: JsonObject,
  whom: JsonObject = {},
): Promise<string> {
  const id = core.runtime.newId();
  const vault = await core.vaultFor(storeId).unlock();
  await insertStep(core.database.forStore(storeId), {
    ...laneOfStore(storeId),
    ...{ storeId, id, platform: 'generic', runId: `run-${id}`, stepId: 'step-1' },
    ...{ actionType: 'EMAIL', actionConfigId: layoutId, actionConfigName: 'Order', trigger: 'workflow' },
    createdAt: core.runtime.now(),
    sealedInput: vault.seal(stepInputSealContext(id), JSON.stringify({ variables, ...whom })),
    patienceMs: 86_400_000,
  });
  return id;
}

export const layoutsPath = '/api/v1/email-templates';

/** The first fields of a layout in every response. */
export const firstFields = [
  ...['id', 'name', 'description', 'bodyType', 'defaultLocale'],
  ...['category', 'requiredVariables', 'completeLanguagesOnly', 'subject', 'previewText'],
];

const insertLanguage = statement(
  'test_language_insert',
  `insert into layout_languages (store_id, layout_id, locale, subject, preview_text, body)
   values ($1, $2, 'de', $3, '', $3)`,
);
const insertVersion = statement(
  'test_version_insert',
  `insert into layout_versions
     (store_id, layout_id, version, source, author_type, author_name, summary, subject, locales, snapshot)
   values ($1, $2, $3, 'api', 'key', 'Test', 'Made for a test', $4, '{en,de}', $5) on conflict do nothing`,
);
const raiseVersion = statement('test_version_raise', 'update layouts set version = 2 where id = $1');

/**
 * Gives a text layout the language `de` and the versions 1 and 2, even if the API would reject such a write.
 */
export async function translatedByHand(core: Core, storeId: string, layoutId: string, subject: string) {
  const db = core.database.forStore(storeId);
  const content = {
    ...{ subject, previewText: '', bodyDesign: null, body: subject, marketingTexts: null, writtenFor: null },
  };
  const snapshot = await packSnapshot({
    ...{ name: subject, description: '', bodyType: 'text', category: 'transactional', defaultLocale: 'en' },
    requiredVariables: [],
    completeLanguagesOnly: false,
    languages: { en: { ...content, attachments: [] }, de: { ...content, attachments: null } },
  });
  await db.rows(bind(insertLanguage, storeId, layoutId, subject));
  for (const version of [1, 2])
    await db.rows(bind(insertVersion, storeId, layoutId, version, subject, snapshot));
  await db.rows(bind(raiseVersion, layoutId));
}
