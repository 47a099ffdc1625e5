import { type Emitter, toValue } from 'liquidjs';
import { message } from '../../../kernel/messages/message.ts';
import type { SecretEncoding } from '../../../kernel/ports.ts';
import { unusableSecret } from '../../../kernel/secret.ts';
import { LiquidTextError } from './liquid-text-error.rules.ts';
import { OutputValue, type ValueWriter } from './prepared-text.rules.ts';

/** The output limit of one job, for all its texts together. */
export const MAX_OUTPUT = 2 * 1024 * 1024;

/** Marks the place of a secret in the output. Templates never see the secrets themselves. */
export class SecretMark {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Only an emitter that keeps marks separate may accept one; as text, it would be lost. */
  toString(): never {
    throw new LiquidTextError(message('secret_captured'));
  }
}

/** How Liquid writes a value: nothing for nil, lists without a separator. */
export function textOf(shown: unknown): string {
  const value = toValue(shown);
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.map(textOf).join('') : String(value);
}

export interface OutputLimit {
  use(amount: number): void;
}

/**
 * Collects the output of a `capture`. The engine's own emitter does not count it, and repeated doubling
 * produces 268 MB in 6 ms.
 */
export class CaptureEmitter implements Emitter {
  buffer = '';
  readonly #limit: OutputLimit;

  constructor(limit: OutputLimit) {
    this.#limit = limit;
  }

  write(value: unknown): void {
    const text = textOf(value);
    this.#limit.use(text.length);
    this.buffer += text;
  }
}

/** The remaining output of one job, in characters; bytes are counted when the outcome is assembled. */
export interface OutputBudget {
  left: number;
  /** The length of each secret's value; `null` if secrets are shown by name. */
  readonly secretLengths: Readonly<Record<string, number>> | null;
}

/** For formats without escaping. */
const asRendered: ValueWriter = {
  literal: (text) => text,
  value: textOf,
  secret: () => ({ before: '', encoding: 'none' }),
  end: () => '',
  isJson: false,
};

/** Collects one text as pieces: text, secret's name, text, secret's name, … text. */
export class PieceEmitter implements Emitter {
  /** The text since the last secret; the engine returns it at the end. */
  buffer = '';
  readonly #pieces: string[] = [];
  readonly #encodings: SecretEncoding[] = [];
  readonly #budget: OutputBudget;
  readonly #writer: ValueWriter;

  constructor(budget: OutputBudget, writer: ValueWriter = asRendered) {
    this.#budget = budget;
    this.#writer = writer;
  }

  write(value: unknown): void {
    if (value instanceof SecretMark) this.#secret(value.name);
    else if (value instanceof OutputValue) this.#text(this.#writer.value(value.value));
    else if (Array.isArray(value)) for (const item of value) this.write(item);
    else this.#text(this.#writer.literal(textOf(value)));
  }

  end(): { pieces: string[]; encodings: SecretEncoding[]; isJson: boolean } {
    this.#text(this.#writer.end());
    return {
      pieces: [...this.#pieces, this.buffer],
      encodings: this.#encodings,
      isJson: this.#writer.isJson,
    };
  }

  #text(text: string): void {
    this.#spend(text.length);
    this.buffer += text;
  }

  #secret(name: string): void {
    const lengths = this.#budget.secretLengths;
    const length = lengths && Object.hasOwn(lengths, name) ? lengths[name] : undefined;
    const reason = lengths && unusableSecret(name, length === undefined ? undefined : length > 0);
    if (reason) throw new LiquidTextError(reason);
    // The name may be longer than the value.
    this.#spend(Math.max(length ?? 0, name.length + '[secret:]'.length));
    const { before, encoding } = this.#writer.secret();
    this.#text(before);
    this.#encodings.push(encoding);
    this.#pieces.push(this.buffer, name);
    this.buffer = '';
  }

  #spend(length: number): void {
    this.#budget.left -= length;
    if (this.#budget.left < 0) throw new LiquidTextError(message('output_too_large'));
  }
}
