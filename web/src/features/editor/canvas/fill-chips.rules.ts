import { cutLiquid } from 'outstep/features/rendering/liquid/cut-liquid.rules.ts';
import { LiquidJob } from 'outstep/features/rendering/liquid/render-liquid.rules.ts';
import type { MarkedMailJob } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { entriesOf } from '../model/blocks.rules.ts';
import { loopsAround, textInLoops } from '../text/scope.rules.ts';

/** No email that people write has as many. */
const MOST = 150;
const OUTPUT_WITH_FILTER = /^\{\{[^|]*\|/;

/** Texts of a block, without those of the blocks in it. */
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
    return cutLiquid(text).flatMap((piece) =>
      piece.isLiquid && OUTPUT_WITH_FILTER.test(piece.text) ? [piece.text] : [],
    );
  } catch {
    return [];
  }
}

/** The Liquid of every value with filters, each in the loops that it stands in. */
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
 * What comes of each value with its filters in a design that was drawn without a fault, by its Liquid: what chips show
 * while somebody writes. In the Worker alone, where Liquid may run.
 */
export class ChipFiller {
  /** Values of the previous email, valid while the data is the same. */
  #known = new Map<string, string>();
  #from = '';

  fill(
    { design, variables, locale }: MarkedMailJob,
    /** A value that the email never reaches may take long by itself, and must not make the email late. */
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
        // Nothing, where it cannot be filled in: it is not tried again.
        filled.set(text, 'pieces' in rendered ? rendered.pieces.join('') : '');
      }
    }
    this.#from = from;
    this.#known = filled;
    return Object.fromEntries(filled);
  }
}
