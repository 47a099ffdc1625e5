import type { Json } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { BodyJob, DesignJob, DesignOutcome, Queries } from '../../../kernel/ports.ts';
import { publicFileUrl } from '../../library/files/file-keys.rules.ts';
import { existingFiles } from '../../library/references/file-references.store.ts';
import { presetBlocks } from '../../library/references/preset-references.store.ts';
import { type References, referencesOf } from '../../library/references/references.rules.ts';
import { settingsOf } from '../../library/settings/settings.store.ts';
import type { BodyType, LanguageContent } from '../content/layout-state.schema.ts';

/** Where the pictures of `server/assets/mail` are served. */
const ASSETS_PATH = '/mail-assets';

type CompilableContent = Pick<LanguageContent, 'previewText' | 'bodyDesign' | 'body'>;

export interface CompilableLanguage {
  bodyType: BodyType;
  locale: string;
  content: CompilableContent;
}

type CompilingContext = Pick<Context, 'storeId' | 'designs' | 'baseUrl' | 'release' | 'sha256'> & {
  db: Queries;
  /** Blocks of presets as they are about to be, by id. */
  unsavedPresets?: ReadonlyMap<string, Json[]>;
};

/** What compiling a language needs, all of it, so that its digest tells whether an earlier result still holds. */
interface Compilation {
  input: Buffer;
  run(): Promise<DesignOutcome>;
}

const idsOf = (references: References['files']) => [...new Set(references.map(({ id }) => id))];

async function designJobOf(
  ctx: CompilingContext,
  { locale, content }: CompilableLanguage,
): Promise<DesignJob> {
  const design = content.bodyDesign ?? { blocks: [] };
  const own = referencesOf(design);
  const saved = await presetBlocks(ctx.db, idsOf(own.presets));
  const presets = new Map([...saved].map(([id, blocks]) => [id, ctx.unsavedPresets?.get(id) ?? blocks]));
  const files = [own, ...[...presets.values()].map(referencesOf)].flatMap((found) => found.files);
  const known = await existingFiles(ctx.db, idsOf(files));
  const logo = (await settingsOf(ctx.db)).get('logo');
  const urlOf = (key: string) => publicFileUrl(ctx.baseUrl, ctx.storeId, key);
  return {
    ...{ design, locale, previewText: content.previewText, path: ['bodyDesign'] },
    presets: Object.fromEntries(presets),
    files: Object.fromEntries([...known].map((key) => [key, urlOf(key)])),
    logoUrl: logo === undefined ? null : urlOf(logo),
    assetsUrl: ctx.baseUrl + ASSETS_PATH,
  };
}

/** A new release may compile otherwise, so it counts as part of the input. */
const digestOf = (ctx: CompilingContext, kind: BodyType, job: object) =>
  ctx.sha256(JSON.stringify([ctx.release, kind, job]));

export async function compilationOf(
  ctx: CompilingContext,
  language: CompilableLanguage,
): Promise<Compilation> {
  if (language.bodyType === 'visual') {
    const job = await designJobOf(ctx, language);
    return { input: digestOf(ctx, 'visual', job), run: () => ctx.designs.compile(ctx.storeId, job) };
  }
  const { locale, content } = language;
  const job: BodyJob = {
    ...{ body: content.body ?? '', locale, previewText: content.previewText, path: ['body'] },
  };
  return { input: digestOf(ctx, 'text', job), run: () => ctx.designs.compileBody(ctx.storeId, job) };
}
