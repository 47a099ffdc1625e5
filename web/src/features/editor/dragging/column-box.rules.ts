import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Box } from './box.rules.ts';

/** How the columns of a block are arranged. */
export interface ColumnLayout {
  /** Such as `1-2`. */
  ratio: string;
  count: number;
  /** In a right-to-left email, the first column is the rightmost. */
  isRightToLeft: boolean;
  /** Columns are stacked, as on phones. */
  isStacked: boolean;
}

/** The column layout of a block. */
export function columnsIn({ ratio = '1-1', columns }: JsonObject): Pick<ColumnLayout, 'ratio' | 'count'> {
  return { ratio: String(ratio), count: Array.isArray(columns) ? columns.length : 1 };
}

/** The area of a column in its block. An empty column renders nothing, so it cannot be measured. */
export function columnBox(around: Box, index: number, layout: ColumnLayout): Box {
  const { ratio, count, isRightToLeft, isStacked } = layout;
  const { left, top, width, height } = around;
  if (isStacked) return { left, width, top: top + (height * index) / count, height: height / count };
  const parts = ratio.split('-').map(Number);
  // A ratio for more or fewer columns is an error that the author is about to fix.
  const shares = parts.length === count ? parts : Array.from({ length: count }, () => 1);
  const sum = (some: readonly number[]) => some.reduce((whole, part) => whole + part, 0);
  const unit = width / sum(shares);
  const before = unit * sum(shares.slice(0, index));
  const own = unit * (shares[index] ?? 0);
  return { top, height, width: own, left: isRightToLeft ? left + width - before - own : left + before };
}
