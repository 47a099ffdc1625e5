import { splitLiquid } from 'outstep/features/rendering/liquid/cut-liquid.rules.ts';
import { LiquidJob } from 'outstep/features/rendering/liquid/render-liquid.rules.ts';
import type { MarkedMailJob } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { entriesOf } from '../model/blocks.rules.ts';
import { loopsAround, textInLoops } from '../text/scope.rules.ts';

/** More than any real email has. */
const MOST = 150;
const OUTPUT_WITH_FILTER = /^\{\{[^|]*\|/;

/** The strings of a block, without those of nested blocks. */
function* textsOf(block: JsonObject): Generator<string> {
  const visit = function* (value: Json | undefined): Generator<string> {
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) yield* visit(inner);
  };
  const { blocks: _blocks, else: _else, columns: _columns, ...own } = block;
  yield* visit(own);
}

function outputsIn(text: string): string[] {
  if (!text.includes('{{') || !text.includes('|')) return [];
  try {
    return splitLiquid(text).flatMap((piece) =>
      piece.isLiquid && OUTPUT_WITH_FILTER.test(piece.text) ? [piece.text] : [],
    );
  } catch {
    return [];
  }
}

/** The Liquid of every value with filters, each inside its surrounding loops. */
function chipTexts(design: JsonObject): string[] {
  const texts = new Set<string>();
  const entries = entriesOf(design);
  for (const { key, block } of entries) {
    if (texts.size >= MOST) break;
    const codes = [...textsOf(block)].flatMap(outputsIn);
    const loops = codes.length > 0 ? loopsAround(entries, key) : [];
    for (const code of codes) texts.add(textInLoops(loops, code));
  }
  return [...texts].slice(0, MOST);
}

/**
 * Renders each value with filters in a design that was drawn without errors, keyed by its Liquid: the text
 * that chips show while editing. Only used in the worker, where Liquid may run.
 */
export class ChipFiller {
  /** Values from the previous draw, valid while the data is the same. */
  #known = new Map<string, string>();
  #from = '';

  fill(
    { design, variables, locale }: MarkedMailJob,
    /**
     * A value in a branch that the email never reaches may be slow to render, and must not delay the email.
     */
    hasTime: () => boolean,
  ): Record<string, string> {
    const from = JSON.stringify([variables, locale]);
    const known = from === this.#from ? this.#known : new Map<string, string>();
    const liquid = new LiquidJob({ variables, locale, secretLengths: null, placeholders: {} });
    const filled = new Map<string, string>();
    for (const text of chipTexts(design as JsonObject)) {
      const before = known.get(text);
      if (before !== undefined) filled.set(text, before);
      else if (hasTime()) {
        const rendered = liquid.render(text, 'text');
        // Empty if it cannot be rendered, so that it isn't tried again.
        filled.set(text, 'pieces' in rendered ? rendered.pieces.join('') : '');
      }
    }
    this.#from = from;
    this.#known = filled;
    return Object.fromEntries(filled);
  }
}
