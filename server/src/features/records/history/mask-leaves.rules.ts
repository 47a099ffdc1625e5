import { MASK } from '../masking/mask.rules.ts';
import { maskedValue } from '../masking/named-values.rules.ts';
import type { PersonalHint } from '../masking/personal-names.rules.ts';
import type { TextSpan } from '../masking/spans.rules.ts';
import type { MaskedTextKind } from '../masking/structure.rules.ts';
import { maskVisitedLeaves } from '../masking/tree.rules.ts';
import type { TextMasker } from './text-masker.rules.ts';

type Value = string | number;

/** A string or number in a tree, with what its path indicates about it. */
export interface PlacedLeaf {
  value: Value;
  kind: MaskedTextKind;
  promised: PersonalHint;
}

/** A mask may complete a new match; more than two rounds have not been observed. */
const MAX_ROUNDS = 5;

/** Masks one leaf by its name, or else by its content. */
function hidden(hider: TextMasker, value: Value, { kind, promised }: PlacedLeaf): Value {
  const shown =
    typeof value === 'number' && promised === 'name' ? null : maskedValue(promised, String(value));
  if (shown !== null) return shown;
  if (typeof value === 'number') return hider.knows(String(value)) ? MASK : value;
  return hider.hide(value, kind);
}

/** Leaves that did not change are not searched again. */
function memoizedSpanSearch({
  credentials,
}: TextMasker): (text: string, kind?: MaskedTextKind) => readonly TextSpan[] {
  const answers = new Map<MaskedTextKind, Map<string, readonly TextSpan[]>>();
  return (text, kind = 'free') => {
    const ofKind = answers.get(kind) ?? new Map<string, readonly TextSpan[]>();
    answers.set(kind, ofKind);
    const answer = ofKind.get(text) ?? credentials(text, kind);
    ofKind.set(text, answer);
    return answer;
  };
}

/** Masks secrets, credentials and personal data in all leaves until a round changes nothing. */
export function maskLeaves(leaves: readonly PlacedLeaf[], hider: TextMasker): Value[] {
  const credentials = memoizedSpanSearch(hider);
  let values = leaves.map(({ value }) => value);
  let isNew = values.map(() => true);
  for (let round = 0; round < MAX_ROUNDS && isNew.includes(true); round++) {
    const before = values;
    // Secrets first, so that they are shown by name, unlike other credentials.
    const named = before.map((value, i) =>
      isNew[i] && typeof value === 'string' ? hider.hideSecrets(value) : value,
    );
    const { masked } = maskVisitedLeaves(
      (leaf) => named.map((value, i) => leaf(value, (leaves[i] as PlacedLeaf).kind)),
      credentials,
    );
    values = masked.map((value, i) =>
      isNew[i] || value !== before[i] ? hidden(hider, value, leaves[i] as PlacedLeaf) : value,
    );
    isNew = values.map((value, i) => value !== before[i]);
  }
  return values;
}
