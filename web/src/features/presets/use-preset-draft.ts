import { useEffect, useState } from 'react';
import { formatBlocks } from './preset-json.ts';
import type { PresetLanguageBlocks } from './preset-language.ts';

/** `text` is the code as formatted by the person; `blocks` is its content. */
const baseOf = ({ blocks, revision }: PresetLanguageBlocks, text = formatBlocks(blocks)) => ({
  ...{ text, blocks: JSON.stringify(blocks), revision },
});

type PresetBase = ReturnType<typeof baseOf>;

/** Normalizes JSON, so that a difference in whitespace alone doesn't count as a change. */
function meaning(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Whether the preset was at most renamed or changed in another language. */
export const isSameBlocks = (now: PresetLanguageBlocks, base: PresetBase) =>
  JSON.stringify(now.blocks) === base.blocks;

/**
 * Unsaved blocks and the revision they are based on. Unchanged, they follow the server; otherwise they are
 * kept. A new revision with the same blocks has another name or another language and doesn't matter here.
 */
export function usePresetDraft(preset: PresetLanguageBlocks) {
  const [base, setBase] = useState(() => baseOf(preset));
  const [text, setText] = useState(base.text);
  const dirty = text !== base.text && meaning(text) !== meaning(base.text);
  const reset = (from: PresetLanguageBlocks) => {
    setBase(baseOf(from));
    setText(formatBlocks(from.blocks));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the revision changes
  useEffect(() => {
    if (preset.revision <= base.revision) return;
    if (!dirty) reset(preset);
    else if (isSameBlocks(preset, base)) setBase(baseOf(preset, base.text));
  }, [dirty, preset.revision, base.revision]);
  return {
    text,
    setText,
    dirty,
    base,
    /** Records that the server has what was sent; later changes are still unsaved. */
    markSaved: (sent: string, now: PresetLanguageBlocks) => setBase(baseOf(now, sent)),
    reset,
    /** Resumes work, possibly on an earlier revision whose content is unknown; saving then asks. */
    takeUp: (kept: string, from: number) => {
      if (from !== base.revision) setBase({ ...base, revision: from, blocks: '' });
      setText(kept);
    },
  };
}
