import { BlockMarks } from 'outstep/features/rendering/design/block-marks.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { sameJson } from '../editor/model/same.rules.ts';
import { type BlockChange, compareBlocks } from './compare-blocks.rules.ts';
import type { PerSide, RenderedPage } from './sides.ts';

/** The HTML of a block without nested blocks and the rows that contained only them. */
function ownHtml(element: Element, word: string): string {
  const copy = element.cloneNode(true) as Element;
  for (const inner of [...copy.querySelectorAll(`[class*="${word}"]`)]) {
    const row = inner.parentElement;
    inner.remove();
    if (row !== copy && row?.tagName === 'TR' && row.children.length === 0) row.remove();
  }
  return BlockMarks.takeOut({ html: copy.outerHTML, word }).replace(/>\s+</g, '><');
}

/** The HTML of each block of an email, by the number of its mark. */
function htmlOfBlocks({ html, marks }: RenderedPage): string[] {
  if (!marks) return [];
  const { word, places } = marks;
  const page = new DOMParser().parseFromString(html, 'text/html');
  return places.map((_, number) =>
    [...page.getElementsByClassName(`${word}${number}`)].map((each) => ownHtml(each, word)).join(''),
  );
}

/** An email as it is sent. */
const sentHtml = ({ html, marks }: RenderedPage): string =>
  marks ? BlockMarks.takeOut({ html, word: marks.word }) : html;

export interface Differences {
  /** Changed blocks, including those that neither email shows. */
  blocks: readonly BlockChange[];
  hasOtherLines: boolean;
  isSamePage: boolean;
  /** Whether email-wide styles such as fonts and colors differ. */
  hasOtherLook: boolean;
}

/**
 * The differences between two drawn emails. The designs include their presets and are `null` where the emails
 * have none.
 */
export function differencesOf(
  { before, after }: PerSide<RenderedPage>,
  designs: PerSide<JsonObject> | null,
): Differences {
  const drawn = (page: RenderedPage, design: JsonObject) => ({
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
    // In pages that are identical byte for byte, no block looks different, even if its members differ.
    blocks: isSamePage ? blocks.filter(({ isSeen }) => !isSeen) : blocks,
  };
}
