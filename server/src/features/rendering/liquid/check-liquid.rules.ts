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

/**
 * The reason for rejecting the text, or `null` (contract: Layouts 4). The text is untrusted, so call it only
 * in a process that can be killed.
 */
export function checkLiquid(text: string): Message | null {
  return parseProblem(text, () => parseLiquid(engine, text));
}

/** The text is inserted into a generated tag, which it must not end. */
function readerOf(text: string): LiquidReader {
  const delimiter = /\{\{|\{%|%\}|\}\}/.exec(text);
  if (delimiter)
    throw new LiquidTextError(message('sign_misplaced', { sign: delimiter[0] }), delimiter.index);
  return new LiquidReader(new Tokenizer(text, engine.options.operators), engine.filters);
}

/** Like `checkLiquid`, for the condition of an `if`: `variables.order.total > 100`. */
export function checkCondition(text: string): Message | null {
  return parseProblem(text, () => filteredValue(readerOf(text), message('condition_expected')));
}

/** Like `checkLiquid`, for the list of a loop: `variables.order.line_items`. */
export function checkSource(text: string): Message | null {
  return parseProblem(text, () => {
    const reader = readerOf(text);
    value(reader, message('value_expected'));
    reader.expectEnd();
  });
}
