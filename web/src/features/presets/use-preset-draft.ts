import { useEffect, useState } from 'react';
import { formatBlocks } from './preset-json.ts';
import type { PresetLanguageBlocks } from './preset-language.ts';

/** `text` is what was written, however it was spaced; `blocks` what it says. */
const baseOf = ({ blocks, revision }: PresetLanguageBlocks, text = formatBlocks(blocks)) => ({
  ...{ text, blocks: JSON.stringify(blocks), revision },
});

type PresetBase = ReturnType<typeof baseOf>;

/** Blocks that are only spaced otherwise are the same. */
function meaning(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Whether it was at most renamed, or changed in another language. */
export const isSameBlocks = (now: PresetLanguageBlocks, base: PresetBase) =>
  JSON.stringify(now.blocks) === base.blocks;

/**
 * Blocks on their way to be saved, and the revision they were made from. Unchanged, they follow what the server has;
 * changed, they stay. A new revision with the same blocks has another name or another language, and changes nothing here.
 */
export function usePresetDraft(preset: PresetLanguageBlocks) {
  const [base, setBase] = useState(() => baseOf(preset));
  const [text, setText] = useState(base.text);
  const dirty = text !== base.text && meaning(text) !== meaning(base.text);
  const reset = (from: PresetLanguageBlocks) => {
    setBase(baseOf(from));
    setText(formatBlocks(from.blocks));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what there is to follow
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
    /** What was sent is what the server has; what was written since is still to be saved. */
    markSaved: (sent: string, now: PresetLanguageBlocks) => setBase(baseOf(now, sent)),
    reset,
    /** Work on what may be an earlier revision: then it is not known what that said, and saving asks. */
    takeUp: (kept: string, from: number) => {
      if (from !== base.revision) setBase({ ...base, revision: from, blocks: '' });
      setText(kept);
    },
  };
}
