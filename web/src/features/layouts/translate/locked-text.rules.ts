import { scanHtml } from 'outstep/features/rendering/design/html-scan.rules.ts';
import { splitLiquid } from 'outstep/features/rendering/liquid/cut-liquid.rules.ts';
import { CodeMarks } from '../../editor/text/text-tokens.rules.ts';

interface Piece {
  /** Liquid or markup, which isn't translated. */
  isLocked: boolean;
  text: string;
}

type LockedTextPiece = Piece & { isMarkup: boolean };

function piecesOfHtml(html: string): LockedTextPiece[] {
  const marks = new CodeMarks(html);
  return scanHtml(marks.marked, marks).flatMap(({ kind, from, to }): LockedTextPiece[] => {
    const written = marks.marked.slice(from, to);
    if (kind !== 'text') return [{ isLocked: true, isMarkup: true, text: marks.restore(written) }];
    const parts = marks.split(written).map((text, i) => ({ isLocked: i % 2 === 1, isMarkup: false, text }));
    return parts.filter(({ text }) => text !== '');
  });
}

/** Merges adjacent markup and the whitespace between; a full HTML page starts with a lot of it. */
function joined(pieces: readonly LockedTextPiece[]): Piece[] {
  const found: LockedTextPiece[] = [];
  for (const [i, piece] of pieces.entries()) {
    const before = found.at(-1);
    const isBetween = !piece.isLocked && piece.text.trim() === '' && pieces[i + 1]?.isMarkup;
    if (before?.isMarkup && (piece.isMarkup || isBetween))
      found[found.length - 1] = { ...before, text: before.text + piece.text };
    else found.push(piece);
  }
  return found.map(({ isLocked, text }) => ({ isLocked, text }));
}

/**
 * Splits a text into translatable and locked pieces that concatenate to the original; `null` if Liquid or
 * markup is not closed (contract: The app 17).
 */
export function lockedPieces(text: string, isHtml: boolean): Piece[] | null {
  try {
    if (isHtml) return joined(piecesOfHtml(text));
    return splitLiquid(text).map((piece) => ({ isLocked: piece.isLiquid, text: piece.text }));
  } catch {
    return null;
  }
}
