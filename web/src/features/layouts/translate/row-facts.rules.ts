import type { JsonPath } from 'outstep/kernel/json.ts';
import { valueAt } from '../../editor/model/patches.rules.ts';
import { partsOf } from '../../editor/text/chips.rules.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import type { LanguageTexts } from '../session/layout-work.rules.ts';
import type { WorkRow } from './content.ts';
import type { TextWord } from './text-words.rules.ts';

/**
 * Translations longer than the original by more than this percentage are flagged if they have no room to
 * grow.
 */
const MAX_GROWTH_PERCENT = 30;

/** Whether a text needs a translation; a suggestion is optional. */
export const needsTranslation = ({ state }: Pick<WorkRow, 'state'>) => state === 'new' || state === 'changed';

/** Whether a text is HTML instead of a single line of plain text. */
export const isHtml = (path: string): boolean => path === 'body' || path.endsWith('.html');

/** Subject, preview text and button labels have no room to grow. */
export function hasNoRoomToGrow(path: string, main: LanguageTexts): boolean {
  if (path === 'subject' || path === 'previewText') return true;
  if (!path.endsWith('.label')) return false;
  const [, ...steps] = stepsOf(path) as JsonPath;
  return valueAt(main.bodyDesign, [...steps.slice(0, -1), 'type']) === 'button';
}

/** By how many percent a translation is longer; `null` if within limits. Chips count with their labels. */
export function growthPercent(
  source: readonly TextWord[],
  text: readonly TextWord[],
  label: (code: string) => string,
): number | null {
  const lengthOf = (words: readonly TextWord[]) =>
    words.reduce((sum, { kind, text: each }) => sum + (kind === 'chip' ? label(each) : each).length, 0);
  const [before, after] = [lengthOf(source), lengthOf(text)];
  const grown = before === 0 ? 0 : Math.round((after / before - 1) * 100);
  return grown > MAX_GROWTH_PERCENT ? grown : null;
}

/** The variable of a chip, ignoring filters: a translation may use another default, or none. */
const valueIn = (code: string) => partsOf(code)?.path ?? code;

/** Values of the source that the translation lacks, as often as they are missing. */
export function missingChips(source: readonly TextWord[], text: readonly TextWord[]): string[] {
  const left = text.flatMap(({ kind, text: code }) => (kind === 'chip' ? [valueIn(code)] : []));
  return source.flatMap(({ kind, text: code }) => {
    if (kind !== 'chip' || !code.startsWith('{{')) return [];
    const at = left.indexOf(valueIn(code));
    if (at < 0) return [code];
    left.splice(at, 1);
    return [];
  });
}
