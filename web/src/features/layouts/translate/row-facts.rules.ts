import type { JsonPath } from 'outstep/kernel/json.ts';
import { valueAt } from '../../editor/model/patches.rules.ts';
import { partsOf } from '../../editor/text/chips.rules.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import type { LanguageTexts } from '../session/layout-work.rules.ts';
import type { WorkRow } from './content.ts';
import type { TextWord } from './text-words.rules.ts';

/** Translations of short texts are marked when they are longer by more than this percentage. */
const MAX_GROWTH_PERCENT = 30;

/** Whether a text needs a translation; a suggestion may stay as it is. */
export const isOpen = ({ state }: Pick<WorkRow, 'state'>) => state === 'new' || state === 'changed';

/** Whether a text is HTML, and not one line of words. */
export const isHtml = (path: string): boolean => path === 'body' || path.endsWith('.html');

/** Lines of an inbox and buttons: there is no room to grow. */
export function hasNoRoomToGrow(path: string, main: LanguageTexts): boolean {
  if (path === 'subject' || path === 'previewText') return true;
  if (!path.endsWith('.label')) return false;
  const [, ...steps] = stepsOf(path) as JsonPath;
  return valueAt(main.bodyDesign, [...steps.slice(0, -1), 'type']) === 'button';
}

/**
 * By how much a translation is longer, in per cent; `null` where that is within bounds. Chips count as what they
 * show.
 */
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

/** What a chip fills in, however it is written: a language may have another default, or none. */
const valueIn = (code: string) => partsOf(code)?.path ?? code;

/** Values of the source that a translation does not have, each as often as it is missing. */
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
