import { presetLanguage } from 'outstep/features/layouts/content/preset-language.rules.ts';
import { mergeDesign } from 'outstep/features/rendering/design/merge-design.rules.ts';
import { fieldName } from 'outstep/kernel/fields.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { reuseEqualParts } from '../../editor/model/adopt.rules.ts';
import { entriesOf } from '../../editor/model/blocks.rules.ts';
import { beginHistory, type DesignChange, type History, record } from '../../editor/model/history.rules.ts';
import { carryKey } from '../../editor/model/keys.rules.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import { type PresetLanguageBlocks, textIn } from '../preset-language.ts';
import type { Preset } from '../queries.ts';

/** A preset that is being edited inside an email, in one of its languages. */
export interface PresetWork {
  id: string;
  /** Where the email uses it: a side, or the key of a block. */
  at: string;
  /** Its language in this email; an empty string is its own language. */
  locale: string;
  /**
   * The state that the work is based on; `blocks` is `null` for a draft based on an earlier revision, whose
   * content is unknown.
   */
  base: { revision: number; blocks: readonly Json[] | null };
  /** The history of an object whose only member is `blocks`. */
  history: History;
  /** Whether the server has everything that was typed, so that editing can end. */
  isSaved: boolean;
}

/** Selects the block of a field, or the first one, so that the email shows the place being edited. */
function historyOf(blocks: readonly Json[], field = ''): History {
  const state = stateOf(blocks);
  const entries = entriesOf(state);
  const chosen = entries.findLast(({ path }) => field.startsWith(fieldName(path))) ?? entries[0];
  return { ...beginHistory(state), selection: chosen?.key ?? null };
}

const stateOf = (blocks: readonly Json[]) => ({ blocks: [...blocks] });

export const blocksOf = ({ history }: PresetWork) => history.state['blocks'] as JsonObject[];

export const isDirty = (work: PresetWork) =>
  work.base.blocks === null || !sameJson(blocksOf(work), [...work.base.blocks]);

interface PresetOpening {
  at: string;
  /** The language of the email. */
  locale: string;
  /** A field of the preset, such as `languages.de.blocks[1].alt`. */
  field?: string;
}

export function beginWork(preset: Preset, { at, locale: mailLocale, field = '' }: PresetOpening): PresetWork {
  const locale = presetLanguage(preset, mailLocale);
  const base = textIn(preset, locale);
  const history = historyOf(base.blocks, field.replace(/^languages\.[^.]+\./, ''));
  return { id: preset.id, at, locale, base, history, isSaved: false };
}

/** Replaces the blocks in one undoable step, reusing equal ones. */
function replaced(work: PresetWork, blocks: readonly Json[], label: string, now: number): PresetWork {
  const value = reuseEqualParts(blocksOf(work), [...blocks]);
  const change: DesignChange = {
    label,
    patches: [{ kind: 'put', path: ['blocks'], value }],
    selection: null,
  };
  return { ...work, history: record(work.history, change, now) };
}

/**
 * Adopts the server's current state. Unchanged work follows it. A new name or a change in another language
 * makes no difference to the work. Everything else waits until the next save.
 */
export function receiveServerState(work: PresetWork, now: PresetLanguageBlocks): PresetWork {
  const { base } = work;
  if (now.revision <= base.revision) return work;
  if (base.blocks !== null && sameJson([...base.blocks], now.blocks)) return { ...work, base: now };
  return isDirty(work) ? work : { ...work, base: now, history: historyOf(now.blocks) };
}

/** Merges both sides by block, as for layouts; `null` if they conflict or the common base is unknown. */
export function mergeWithTheirs(
  work: PresetWork,
  theirs: PresetLanguageBlocks,
  now: number,
): PresetWork | null {
  const { base } = work;
  if (base.blocks === null) return null;
  const designs = { base: stateOf(base.blocks), mine: work.history.state, theirs: stateOf(theirs.blocks) };
  const { design, conflicts } = mergeDesign(designs, carryKey);
  if (conflicts.length > 0) return null;
  return { ...replaced(work, design['blocks'] as Json[], 'theirs', now), base: theirs };
}

/** Undo restores the unsaved work. */
export const takeTheirs = (work: PresetWork, theirs: PresetLanguageBlocks, now: number): PresetWork => ({
  ...replaced(work, theirs.blocks, 'theirs', now),
  base: theirs,
});

/**
 * Resumes earlier work, possibly based on an older revision, in which case saving detects what has changed
 * since.
 */
export const resumeWork = (
  work: PresetWork,
  blocks: readonly Json[],
  from: number,
  now: number,
): PresetWork => ({
  ...replaced(work, blocks, 'code', now),
  base: from === work.base.revision ? work.base : { revision: from, blocks: null },
});

/** Records that the server has what was sent; later changes are still unsaved. */
export const receiveSave = (work: PresetWork, now: PresetLanguageBlocks): PresetWork => {
  const next = { ...work, base: now };
  return { ...next, isSaved: !isDirty(next) };
};
