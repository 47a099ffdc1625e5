import type { Push } from '../../../kernel/engine.ts';
import { notFound, Refusal } from '../../../kernel/error.ts';
import { demandMatch } from '../../../kernel/etag.ts';
import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { type Checked, checkLanguage } from '../compiling/check-language.ts';
import { saveCompiled } from '../compiling/compiled.store.ts';
import type { VersionSource } from '../content/authorship.schema.ts';
import { etagOfLayout } from '../content/find-layout.ts';
import { localesOf, mainOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import {
  addToLayoutTotal,
  changeLayout,
  findWholeLayout,
  insertLayout,
  keepLanguages,
  type LayoutRead,
  lockWholeLayout,
  readLayout,
  type StoredLayout,
  saveLanguage,
} from '../content/layouts.store.ts';
import { packed } from '../content/snapshot.ts';
import { sendsTheSame, summaryOf } from '../content/summary.rules.ts';
import { announce, noteForRepository } from './announce-save.ts';
import { recordVersion } from './record-version.store.ts';
import { saveReferences } from './save-references.ts';

/** A write as one step from a layout to the next; it may be asked more than once, and refuses by throwing. */
export interface LayoutWrite {
  change(state: LayoutState): LayoutState;
  /** Where it came from, if not simply through the surface of the call. */
  source?: VersionSource;
  /** What to call it, if not after what it changed. */
  summary?: string;
  /** Where the fields of a language stand in what was sent; at the top unless said otherwise. */
  fieldsOf?(locale: string): readonly PropertyKey[];
}

/** Every round that is lost was won by another writer; so many in a row do not happen to anyone. */
const MAX_ROUNDS = 100;

export function stateOf({ row, languages }: StoredLayout): LayoutState {
  const { id: _, version: __, ...meta } = row;
  const contents = languages.map(
    ({ locale, createdAt: _c, updatedAt: _u, ...content }) => [locale, content] as const,
  );
  return { ...meta, languages: Object.fromEntries(contents) };
}

type Proof = Exclude<Checked, { problems: unknown }>;

/** Languages that were checked for this write, so that what is saved is what was checked. */
class Proofs {
  readonly #ctx: ActorContext;
  /** `null` for one that is not there yet. */
  readonly #layoutId: string | null;
  readonly #byContent = new Map<string, Proof>();

  constructor(ctx: ActorContext, layoutId: string | null) {
    this.#ctx = ctx;
    this.#layoutId = layoutId;
  }

  of({ bodyType }: LayoutState, locale: string, content: LanguageContent): Proof | undefined {
    return this.#byContent.get(this.#nameOf(bodyType, locale, content));
  }

  /** Checks what is new in `after`, outside of any transaction: it may take a second. */
  async find(
    before: LayoutState | null,
    after: LayoutState,
    fieldsOf: (locale: string) => readonly PropertyKey[],
  ) {
    const problems: FieldProblem[] = [];
    for (const [locale, content] of changedLanguages(before, after)) {
      if (this.of(after, locale, content)) continue;
      const checked = await checkLanguage(this.#ctx, this.#layoutId, after.bodyType, locale, content);
      if (!('problems' in checked))
        this.#byContent.set(this.#nameOf(after.bodyType, locale, content), checked);
      else
        problems.push(
          ...checked.problems.map((each) => ({ ...each, path: [...fieldsOf(locale), ...each.path] })),
        );
    }
    if (problems.length > 0) throw invalid(problems);
  }

  #nameOf(bodyType: string, locale: string, { writtenFor: _, ...content }: LanguageContent): string {
    return this.#ctx.sha256(JSON.stringify([bodyType, locale, content])).toString('base64');
  }
}

const changedLanguages = (before: LayoutState | null, after: LayoutState) =>
  Object.entries(after.languages).filter(
    ([locale, content]) => !sendsTheSame(before?.languages[locale], content),
  );

interface Save {
  id: string;
  version: number;
  before: LayoutState | null;
  after: LayoutState;
  write: LayoutWrite;
}

/** Answers what is to become a commit, to be announced when all of it is true. */
async function put(ctx: ActorContext, tx: Queries, save: Save, proofs: Proofs): Promise<Push | null> {
  const { id, version, before, after, write } = save;
  if (before === null) await insertLayout(tx, ctx.storeId, id, after);
  else {
    await keepLanguages(tx, id, Object.keys(after.languages));
    await changeLayout(tx, id, after);
  }
  const changed = new Map(changedLanguages(before, after));
  await saveReferences(ctx, tx, id, after, {
    languages: [...changed.keys()],
    fieldsOf: write.fieldsOf ?? (() => []),
  });
  for (const [locale, content] of Object.entries(after.languages)) {
    if (before?.languages[locale] === content) continue;
    await saveLanguage(tx, ctx.storeId, id, locale, content, changed.has(locale));
    const proof = proofs.of(after, locale, content);
    if (proof) await saveCompiled(tx, ctx.storeId, id, locale, proof.input, proof.compiled);
  }
  const snapshot = packed(after);
  const summary = write.summary ?? summaryOf(before, after);
  await recordVersion(tx, ctx.storeId, id, {
    version,
    source: write.source ?? ctx.via,
    author: { type: ctx.actor.type, name: ctx.actor.name },
    summary,
    subject: mainOf(after).subject,
    locales: localesOf(after),
    snapshot,
  });
  await count(ctx, tx, before, after);
  return noteForRepository(ctx, tx, { layoutId: id, snapshot, authorName: ctx.actor.name, summary });
}

/** In one order for all, so that no two writers wait for each other. */
async function count(ctx: ActorContext, tx: Queries, before: LayoutState | null, after: LayoutState) {
  if (before?.category === after.category) return;
  const changes = [
    { category: after.category, by: 1 },
    ...(before ? [{ category: before.category, by: -1 }] : []),
  ];
  changes.sort((a, b) => a.category.localeCompare(b.category));
  for (const { category, by } of changes) await addToLayoutTotal(tx, ctx.storeId, category, by);
}

export async function createLayoutRecord(ctx: ActorContext, after: LayoutState): Promise<LayoutRead> {
  const proofs = new Proofs(ctx, null);
  await proofs.find(null, after, () => []);
  const save: Save = { id: ctx.newId(), version: 1, before: null, after, write: { change: () => after } };
  const { push, saved } = await ctx.db.transaction(async (tx) => ({
    push: await put(ctx, tx, save, proofs),
    saved: (await readLayout(tx, save.id)) as LayoutRead,
  }));
  announce(ctx, push);
  return saved;
}

/**
 * Every change of a layout goes through here. What a write makes of the layout is checked before the layout is locked,
 * because checking may take long; if another writer has changed it meanwhile so that something else comes out, that is
 * checked in another round. What it has become is read by `read` before anybody else can change it.
 */
export async function saveAndRead<Saved>(
  ctx: ActorContext,
  id: string,
  write: LayoutWrite,
  read: (tx: Queries, id: string) => Promise<Saved | null>,
): Promise<Saved> {
  const proofs = new Proofs(ctx, id);
  const fieldsOf = write.fieldsOf ?? (() => []);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const seen = await findWholeLayout(ctx.db, id);
    if (!seen) throw notFound();
    const expected = stateOf(seen);
    await proofs.find(expected, write.change(expected), fieldsOf);
    const done = await ctx.db.transaction(async (tx) => {
      const stored = await lockWholeLayout(tx, id);
      if (!stored) throw notFound();
      demandMatch(ctx.ifMatch, etagOfLayout(stored.row));
      const before = stateOf(stored);
      const after = write.change(before);
      const isProven = changedLanguages(before, after).every(([locale, content]) =>
        proofs.of(after, locale, content),
      );
      if (!isProven) return null;
      const save = { id, version: stored.row.version + 1, before, after, write };
      return { push: await put(ctx, tx, save, proofs), saved: await read(tx, id) };
    });
    if (!done?.saved) continue;
    announce(ctx, done.push);
    return done.saved;
  }
  throw new Refusal('unavailable', 'others keep changing this layout: try again');
}

export const saveLayout = (ctx: ActorContext, id: string, write: LayoutWrite): Promise<LayoutRead> =>
  saveAndRead(ctx, id, write, readLayout);
