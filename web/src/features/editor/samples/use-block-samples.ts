import type { Json } from 'outstep/kernel/json.ts';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../../texts/texts.tsx';
import type { BlockType } from '../model/new-block.rules.ts';
import { useViewTexts } from '../session/use-view-texts.ts';
import { blockSamples, drawnKinds } from './block-samples.rules.ts';
import { type BlockSample, splitSamples } from './cut-samples.ts';
import { useDrawInBackground } from './draw-in-background.ts';

type Samples = ReadonlyMap<BlockType, BlockSample>;

/** The samples drawn last and their key: most emails of a store share a style. */
let lastSamples: { name: string; samples: Samples } | null = null;

/** Samples of each block type, drawn by the compiler in the email's style once they are needed. */
export function useBlockSamples(global: Json | undefined, isWanted: boolean): Samples | null {
  const { texts, language } = useLanguage();
  const { article } = useViewTexts();
  const drawAside = useDrawInBackground();
  const name = `${language} ${JSON.stringify(global ?? {})}`;
  const [samples, setSamples] = useState(() => (lastSamples?.name === name ? lastSamples.samples : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the input
  useEffect(() => {
    if (!isWanted) return;
    if (lastSamples?.name === name) return setSamples(lastSamples.samples);
    let isGone = false;
    const { design, variables } = blockSamples(global, texts.editor.newBlock, article);
    void drawAside(design, variables).then((mail) => {
      if (!mail || isGone) return;
      const cut = splitSamples(mail, drawnKinds.length);
      const drawn = new Map(drawnKinds.flatMap((type, i) => (cut[i] ? [[type, cut[i]] as const] : [])));
      lastSamples = { name, samples: drawn };
      setSamples(drawn);
    });
    return () => {
      isGone = true;
    };
  }, [isWanted, name]);
  return samples;
}
