import { Tokenizer } from 'liquidjs';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { createLiquidEngine } from './liquid-engine.rules.ts';
import { filteredValue, value } from './liquid-expression.rules.ts';
import { LiquidReader } from './liquid-reader.rules.ts';
import { LiquidTextError, reasonOf } from './liquid-text-error.rules.ts';
import { parseLiquid, toLiquidTextError } from './parse-liquid.rules.ts';

const engine = createLiquidEngine();

function parseProblem(text: string, read: () => void): Message | null {
  try {
    read();
    return null;
  } catch (error) {
    return reasonOf(toLiquidTextError(error, text), text);
  }
}

/** Why the text is refused, or `null` (contract: Layouts 4). Untrusted text: call it where it can be killed. */
export function checkLiquid(text: string): Message | null {
  return parseProblem(text, () => parseLiquid(engine, text));
}

/** The text goes into a tag of ours, which it must not end. */
function readerOf(text: string): LiquidReader {
  const delimiter = /\{\{|\{%|%\}|\}\}/.exec(text);
  if (delimiter)
    throw new LiquidTextError(message('sign_misplaced', { sign: delimiter[0] }), delimiter.index);
  return new LiquidReader(new Tokenizer(text, engine.options.operators), engine.filters);
}

/** Like `checkLiquid`, for what stands in an `if`: `variables.order.total > 100`. */
export function checkCondition(text: string): Message | null {
  return parseProblem(text, () => filteredValue(readerOf(text), message('condition_expected')));
}

/** Like `checkLiquid`, for what a loop goes over: `variables.order.line_items`. */
export function checkSource(text: string): Message | null {
  return parseProblem(text, () => {
    const reader = readerOf(text);
    value(reader, message('value_expected'));
    reader.expectEnd();
  });
}
