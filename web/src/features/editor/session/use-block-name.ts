import type { JsonObject } from 'outstep/kernel/json.ts';
import { useCallback } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { blockExcerpt } from '../model/describe.rules.ts';

/** Names a block by its type and, with `words`, its first words. */
export function useBlockName() {
  const { kinds } = useTexts().layouts.outdated;
  return useCallback(
    (block: JsonObject, words = false): string => {
      const type = String(block['type']);
      const kind = Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : type;
      const said = words ? blockExcerpt(block) : '';
      return said === '' ? kind : `${kind}: ${said}`;
    },
    [kinds],
  );
}
