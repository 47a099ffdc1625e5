import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { DesignOutcome } from '../../kernel/ports.ts';
import { referencesOf } from './references.rules.ts';

/** Where the pictures of `server/assets/mail` are served. */
const ASSETS_PATH = '/mail-assets';

export interface LayoutDesign {
  design: JsonObject;
  locale: string;
  previewText: string;
}

/** Finds what a design refers to; `null` for what the store does not have. */
export interface Resolvers {
  fileUrl(key: string): Promise<string | null>;
  /** Blocks of a shared header or footer. */
  preset(id: string): Promise<Json[] | null>;
  /** Address of the store's logo. */
  logoUrl(): Promise<string | null>;
}

async function found<T>(ids: string[], find: (id: string) => Promise<T | null>): Promise<Record<string, T>> {
  const known: Record<string, T> = {};
  await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const value = await find(id);
      if (value !== null) known[id] = value;
    }),
  );
  return known;
}

/** Compiles a design with what it refers to. Problems name fields of `bodyDesign`, and `previewText`. */
export async function compileLayoutDesign(
  ctx: Pick<Context, 'storeId' | 'designs' | 'baseUrl'>,
  { design, locale, previewText }: LayoutDesign,
  resolvers: Resolvers,
): Promise<DesignOutcome> {
  const own = referencesOf(design);
  const presets = await found(
    own.presets.map(({ id }) => id),
    resolvers.preset,
  );
  const keys = [own, ...Object.values(presets).map(referencesOf)].flatMap(({ files }) => files);
  const [files, logoUrl] = await Promise.all([
    found(
      keys.map(({ id }) => id),
      resolvers.fileUrl,
    ),
    resolvers.logoUrl(),
  ]);
  return ctx.designs.compile(ctx.storeId, {
    ...{ design, locale, previewText, presets, files, logoUrl },
    path: ['bodyDesign'],
    assetsUrl: ctx.baseUrl + ASSETS_PATH,
  });
}
