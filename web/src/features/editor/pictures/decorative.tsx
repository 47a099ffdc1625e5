import { Checkbox } from '@mantine/core';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { isDecorative, isUndescribed, setDecorative } from '../model/picture.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { usePictureTexts } from './use-picture-texts.ts';

/** Asks for an alternative text until there is one, or until the image is marked as decorative. */
export function Decorative({ entry, session }: { entry: BlockEntry; session: EditorSession }) {
  const texts = usePictureTexts();
  const { block } = entry;
  const decorative = isDecorative(block);
  if (!decorative && !isUndescribed(block)) return null;
  return (
    <Checkbox
      label={texts.decorative}
      description={decorative ? undefined : texts.describe}
      checked={decorative}
      disabled={!session.canChange}
      onChange={({ currentTarget }) => session.run(setDecorative(entry, currentTarget.checked))}
    />
  );
}
