import { presetLanguage } from 'outstep/features/layouts/content/preset-language.rules.ts';
import { mergeDesign } from 'outstep/features/rendering/design/merge-design.rules.ts';
import { fieldName } from 'outstep/kernel/fields.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { adopt } from '../../editor/model/adopt.rules.ts';
import { entriesOf } from '../../editor/model/blocks.rules.ts';
import { beginHistory, type DesignChange, type History, record } from '../../editor/model/history.rules.ts';
import { carryKey } from '../../editor/model/keys.rules.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import { type PresetLanguageBlocks, textIn } from '../preset-language.ts';
import type { Preset } from '../queries.ts';

/** A preset while it is edited where an email has it, in one of its languages. */
export interface PresetWork {
  id: string;
  /** Where the email has it: a side, or the key of a part. */
  at: string;
  /** Its language in this email; its own is empty. */
  locale: string;
  /** What the work began from; of a draft that began from an earlier revision it is not known what that said. */
  base: { revision: number; blocks: readonly Json[] | null };
  /** Of an object with `blocks` alone. */
  history: History;
  /** Whether the server has everything that was typed, so that the page can be left. */
  isSaved: boolean;
}

/** A block is chosen, so that the email shows its place: the one that a field is of, or the first. */
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
  /** Of the email. */
  locale: string;
  /** Of the preset, in that language: `languages.de.blocks[1].alt`. */
  field?: string;
}

export function beginWork(preset: Preset, { at, locale: mailLocale, field = '' }: PresetOpening): PresetWork {
  const locale = presetLanguage(preset, mailLocale);
  const base = textIn(preset, locale);
  const history = historyOf(base.blocks, field.replace(/^languages\.[^.]+\./, ''));
  return { id: preset.id, at, locale, base, history, isSaved: false };
}

/** Other blocks as a step like any other, made of those that are equal. */
function replaced(work: PresetWork, blocks: readonly Json[], label: string, now: number): PresetWork {
  const value = adopt(blocksOf(work), [...blocks]);
  const change: DesignChange = {
    label,
    patches: [{ kind: 'put', path: ['blocks'], value }],
    selection: null,
  };
  return { ...work, history: record(work.history, change, now) };
}

/**
 * Takes the server's current state. Unchanged work follows it. A new name or a change in another language makes no
 * difference to the work. Everything else waits until the next save.
 */
export function receiveServerState(work: PresetWork, now: PresetLanguageBlocks): PresetWork {
  const { base } = work;
  if (now.revision <= base.revision) return work;
  if (base.blocks !== null && sameJson([...base.blocks], now.blocks)) return { ...work, base: now };
  return isDirty(work) ? work : { ...work, base: now, history: historyOf(now.blocks) };
}

/**
 * Brings both together by block, as layouts do; `null` where both changed the same, or nobody knows what they began
 * from.
 */
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

/** Undo brings back what was written. */
export const takeTheirs = (work: PresetWork, theirs: PresetLanguageBlocks, now: number): PresetWork => ({
  ...replaced(work, theirs.blocks, 'theirs', now),
  base: theirs,
});

/** Work that was left, made from what may be an earlier revision: then saving finds out what was saved since. */
export const resumeWork = (
  work: PresetWork,
  blocks: readonly Json[],
  from: number,
  now: number,
): PresetWork => ({
  ...replaced(work, blocks, 'code', now),
  base: from === work.base.revision ? work.base : { revision: from, blocks: null },
});

/** The server has what was sent; what was written since is still to be saved. */
export const receiveSave = (work: PresetWork, now: PresetLanguageBlocks): PresetWork => {
  const next = { ...work, base: now };
  return { ...next, isSaved: !isDirty(next) };
};
