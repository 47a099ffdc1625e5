import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import { sameJson } from '../editor/model/same.rules.ts';
import { type BlockChange, compareBlocks } from './compare-blocks.rules.ts';
import { htmlOfBlocks, sentHtml } from './html-of-blocks.ts';
import type { Both, DrawnPage } from './sides.ts';

export interface Differences {
  /** Blocks; those that neither mail shows are among them. */
  blocks: readonly BlockChange[];
  hasOtherLines: boolean;
  isSamePage: boolean;
  /** Whether fonts, colours and the like of the whole mail are others. */
  hasOtherLook: boolean;
}

/** What differs between two drawn mails; designs with their presets, where the mails have any. */
export function differencesOf(
  { before, after }: Both<DrawnPage>,
  designs: Both<JsonObject> | null,
): Differences {
  const drawn = (page: DrawnPage, design: JsonObject) => ({
    ...{ design, places: page.marks?.places ?? [], htmls: htmlOfBlocks(page) },
  });
  const blocks =
    designs && before.marks && after.marks
      ? compareBlocks(drawn(before, designs.before), drawn(after, designs.after))
      : [];
  const isSamePage = sentHtml(before) === sentHtml(after);
  return {
    isSamePage,
    hasOtherLines: before.subject !== after.subject || before.previewText !== after.previewText,
    hasOtherLook:
      designs !== null && !isSamePage && !sameJson(designs.before['global'], designs.after['global']),
    // Pages that are equal to the byte have no block that looks different, whatever its members say.
    blocks: isSamePage ? blocks.filter(({ isSeen }) => !isSeen) : blocks,
  };
}
