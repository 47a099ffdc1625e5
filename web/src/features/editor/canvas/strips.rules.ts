import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import type { Entry } from '../model/blocks.rules.ts';

/** Why a block is not seen in the mail. */
export type Unseen = 'attached' | 'onPhone' | 'onDesktop' | 'noPicture' | 'condition' | 'empty';

export function whyUnseen({ type, block }: Entry, device: 'desktop' | 'phone'): Unseen {
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

/** The blocks that are not seen, without those in one that is not seen either. */
export function unseenOf(entries: readonly Entry[], seen: ReadonlySet<string>): Entry[] {
  const hidden = new Set(entries.filter(({ key }) => !seen.has(key)).map(({ key }) => key));
  return entries.filter(({ key, parent }) => hidden.has(key) && !(parent !== null && hidden.has(parent)));
}
