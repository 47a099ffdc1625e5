import type { Context } from '../../../kernel/operation.ts';
import type { BodyJob, DesignJob, DesignOutcome } from '../../../kernel/ports.ts';
import { publicFileUrl } from '../../library/files/file-keys.rules.ts';
import { type References, referencesOf } from '../../library/references/references.rules.ts';
import {
  type FileRestoring,
  findUsableFiles,
  type PresetBlocksRow,
  presetBlocks,
  usableFiles,
} from '../../library/references/references.store.ts';
import { allSettings, settingsOf } from '../../library/settings/settings.store.ts';
import type { BodyType, LanguageContent } from '../content/layout-state.schema.ts';
import { blocksIn, type PresetTexts } from '../content/preset-language.rules.ts';

/** Path under which the images in `server/assets/mail` are served. */
const ASSETS_PATH = '/mail-assets';

export const assetsUrlOf = ({ baseUrl }: Pick<Context, 'baseUrl'>) => baseUrl + ASSETS_PATH;

type CompilableContent = Pick<LanguageContent, 'previewText' | 'bodyDesign' | 'body'>;

export interface CompilableLanguage {
  bodyType: BodyType;
  locale: string;
  content: CompilableContent;
}

type CompilingContext = Pick<Context, 'db' | 'storeId' | 'designs' | 'baseUrl' | 'release' | 'sha256'> &
  FileRestoring & {
    /** Unsaved presets, by id. */
    unsavedPresets?: ReadonlyMap<string, PresetTexts>;
  };

/**
 * `input` is a digest of everything the compiler reads; it shows whether an earlier result is still valid.
 */
interface Compilation {
  input: Buffer;
  job: DesignJob | BodyJob;
  run(): Promise<DesignOutcome>;
}

interface NamedResources {
  presets: Map<string, PresetTexts>;
  files: Set<string>;
  logo: string | undefined;
}

/** Loads the resources a design refers to in one round trip. Most designs refer to none. */
async function findNamed(ctx: CompilingContext, { presets, files }: References): Promise<NamedResources> {
  const { db } = ctx;
  if (presets.length === 0 && files.length === 0)
    return { presets: new Map(), files: new Set(), logo: (await settingsOf(db)).get('logo') };
  const [found, known, settings] = await db.batch<
    [PresetBlocksRow, { key: string }, { name: string; value: string }]
  >([presetBlocks(idsOf(presets)), usableFiles(idsOf(files), ctx), allSettings]);
  return {
    presets: new Map(found.map(({ id, name: _, ...texts }) => [id, texts])),
    files: new Set(known.map(({ key }) => key)),
    logo: settings.find(({ name }) => name === 'logo')?.value,
  };
}

const idsOf = (references: References['files']) => [...new Set(references.map(({ id }) => id))];

async function designJobOf(
  ctx: CompilingContext,
  { locale, content }: CompilableLanguage,
): Promise<DesignJob> {
  const design = content.bodyDesign ?? { blocks: [] };
  const own = referencesOf(design);
  const named = await findNamed(ctx, own);
  const presets = new Map(
    [...named.presets].map(([id, saved]) => [id, blocksIn(ctx.unsavedPresets?.get(id) ?? saved, locale)]),
  );
  const ofPresets = idsOf([...presets.values()].flatMap((blocks) => referencesOf(blocks).files));
  const more = ofPresets.filter((key) => !named.files.has(key));
  const known = [...named.files, ...(await findUsableFiles(ctx.db, more, ctx))].sort();
  const urlOf = (key: string) => publicFileUrl(ctx.baseUrl, ctx.storeId, key);
  return {
    ...{ design, locale, previewText: content.previewText, path: ['bodyDesign'] },
    presets: Object.fromEntries(presets),
    files: Object.fromEntries(known.map((key) => [key, urlOf(key)])),
    logoUrl: named.logo === undefined ? null : urlOf(named.logo),
    assetsUrl: assetsUrlOf(ctx),
  };
}

/** A new release may compile differently, so it is part of the input. */
const digestOf = (ctx: CompilingContext, kind: BodyType, job: object) =>
  ctx.sha256(JSON.stringify([ctx.release, kind, job]));

export async function compilationOf(
  ctx: CompilingContext,
  language: CompilableLanguage,
): Promise<Compilation> {
  if (language.bodyType === 'visual') {
    const job = await designJobOf(ctx, language);
    return { job, input: digestOf(ctx, 'visual', job), run: () => ctx.designs.compile(ctx.storeId, job) };
  }
  const { locale, content } = language;
  const job: BodyJob = {
    ...{ body: content.body ?? '', locale, previewText: content.previewText, path: ['body'] },
  };
  return { job, input: digestOf(ctx, 'text', job), run: () => ctx.designs.compileBody(ctx.storeId, job) };
}
