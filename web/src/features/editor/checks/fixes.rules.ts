import { splitText } from 'outstep/features/rendering/design/findings/cut-text.rules.ts';
import type { MailFinding } from 'outstep/features/rendering/design/findings/findings.rules.ts';
import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { setMember } from '../model/commands.rules.ts';
import type { DesignChange } from '../model/history.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import { partsOf } from '../text/chips.rules.ts';

/** A one-press fix for a finding; `words` names its label. */
type Fix = { change: DesignChange } & (
  | { words: 'decorative' | 'color' | 'default' }
  | { words: 'level' | 'size'; number: number }
);

const SMALLEST = 12;

/** The path in the design, if the finding is about the design. */
export const designPathOf = ({ path }: Pick<MailFinding, 'path'>): JsonPath | null =>
  path[0] === 'bodyDesign' ? path.slice(1) : null;

/**
 * Adds an empty default, so that a missing value is rendered as nothing. Within a tag, double quotation marks
 * would end the attribute.
 */
function withDefault(text: string, name: string): string {
  let before = '';
  return (splitText(text) ?? [])
    .map((piece) => {
      const parts = piece.isLiquid ? partsOf(piece.text) : null;
      const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>');
      before += piece.isLiquid ? '' : piece.text;
      if (parts?.path !== name || /\bdefault\b/.test(parts.filters)) return piece.text;
      return piece.text.replace(/\s*(-?\}\})$/, ` | default: ${isInTag ? "''" : '""'} $1`);
    })
    .join('');
}

const fixed = (change: DesignChange | null, words: 'decorative' | 'color' | 'default'): Fix | null =>
  change && { change: { ...change, label: 'set' }, words };

/** A fix in the design, where a safe one exists; issues in a preset are fixed in the preset. */
export function fixOf(design: JsonObject, finding: MailFinding): Fix | null {
  const place = finding.preset ? null : designPathOf(finding);
  if (!place || valueAt(design, place.slice(0, -1)) === undefined) return null;
  const member = place.at(-1);
  const set = (value: string | number) => {
    // Each fix is its own undo step and isn't merged with typing in the same field.
    const change = setMember(design, place, value);
    if (!change) return null;
    const { typing: _, ...alone } = change;
    return alone;
  };
  switch (finding.rule) {
    case 'alt-missing':
      return member === 'alt' ? fixed(set(''), 'decorative') : null;
    case 'contrast':
      return finding.values.better === null ? null : fixed(set(finding.values.better), 'color');
    case 'heading-order': {
      const number = finding.values.expected;
      const change = member === 'level' ? set(number) : null;
      return change && { change, words: 'level', number };
    }
    case 'text-small': {
      const change = member === 'fontSize' && place[0] !== 'global' ? set(SMALLEST) : null;
      return change && { change, words: 'size', number: SMALLEST };
    }
    case 'default-missing':
    case 'variable-missing': {
      const text = valueAt(design, place);
      if (typeof text !== 'string') return null;
      const better = withDefault(text, finding.values.name);
      return better === text || better === '' ? null : fixed(set(better), 'default');
    }
    default:
      return null;
  }
}
