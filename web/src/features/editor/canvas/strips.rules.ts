import type { JsonObject } from 'outstep/kernel/json.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';

/** Why a block isn't visible in the email. */
export type HiddenReason = 'attached' | 'onPhone' | 'onDesktop' | 'noPicture' | 'condition' | 'empty';

export function hiddenReasonOf({ type, block }: BlockEntry, device: 'desktop' | 'phone'): HiddenReason {
  const { hideOn, showIf } = block;
  if (type === 'attachment') return 'attached';
  if (device === 'phone' && hideOn === 'mobile') return 'onPhone';
  if (device === 'desktop' && hideOn === 'desktop') return 'onDesktop';
  if (typeof showIf === 'string' && showIf !== '') return 'condition';
  if (type === 'conditional') return 'condition';
  return type === 'image' && hasNoPicture(block) ? 'noPicture' : 'empty';
}

const hasNoPicture = ({ fileKey, url }: JsonObject) =>
  (fileKey ?? null) === null && (typeof url !== 'string' || url === '');

/** The hidden blocks, without those nested in a hidden block. */
export function hiddenEntries(entries: readonly BlockEntry[], seen: ReadonlySet<string>): BlockEntry[] {
  const hidden = new Set(entries.filter(({ key }) => !seen.has(key)).map(({ key }) => key));
  return entries.filter(({ key, parent }) => hidden.has(key) && !(parent !== null && hidden.has(parent)));
}
