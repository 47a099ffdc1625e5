import type { Tokenizer } from 'liquidjs';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { safeName } from '../../../kernel/safe-name.ts';
import { excerpt, LiquidTextError } from './liquid-text-error.rules.ts';

/** Names that the engine would accept, but that no author writes intentionally. */
const NO_NAME = /^[-?\d]/;

/** An odd number of backslashes makes the last quotation mark part of the string. */
function isClosed(quoted: string): boolean {
  let escapes = 0;
  while (quoted.at(-2 - escapes) === '\\') escapes++;
  return quoted.length > 1 && quoted.at(-1) === quoted.at(0) && escapes % 2 === 0;
}

/** Reads tokens with the engine's own lexer, and reports missing or unexpected ones. */
export class LiquidReader {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly #tokens: Tokenizer;

  constructor(tokens: Tokenizer, filters: Readonly<Record<string, unknown>>) {
    this.#tokens = tokens;
    this.filters = filters;
  }

  fail(reason: Message, at = this.#tokens.p): never {
    throw new LiquidTextError(reason, at);
  }

  /** The offset of the next token. */
  place(): number {
    this.#tokens.skipBlank();
    return this.#tokens.p;
  }

  goBack(place: number): void {
    this.#tokens.p = place;
  }

  atEnd(): boolean {
    this.place();
    return this.#tokens.end();
  }

  expectEnd(): void {
    if (!this.atEnd()) this.unexpected();
  }

  missing(reason: Message): never {
    return this.atEnd() ? this.fail(reason) : this.unexpected();
  }

  unexpected(at = this.#tokens.p): never {
    const { input, N } = this.#tokens;
    return this.fail(message('unexpected', { what: excerpt(input.slice(at, N)) }), at);
  }

  /** Whether `sign` comes next, without a space. */
  isNext(sign: string): boolean {
    return this.#tokens.match(sign) && this.#tokens.p + sign.length <= this.#tokens.N;
  }

  /** Takes `sign` if it comes next. */
  take(sign: string): boolean {
    this.place();
    if (!this.isNext(sign)) return false;
    this.#tokens.advance(sign.length);
    return true;
  }

  /** The next operator if it is one of `wanted`; otherwise nothing is read. */
  operator(wanted: readonly string[]): string | undefined {
    const start = this.place();
    const operator = this.#tokens.readOperator()?.operator;
    if (operator !== undefined && wanted.includes(operator)) return operator;
    this.goBack(start);
    return undefined;
  }

  /** The next word, or undefined; never a string or an operator. */
  word(): string | undefined {
    const at = this.place();
    const word = this.#tokens.readNonEmptyIdentifier()?.getText();
    if (word === undefined) return undefined;
    if (safeName(word) !== word) this.fail(message('name_too_long'), at);
    if (word === '__proto__') this.fail(message('name_not_allowed', { name: word }), at);
    return word;
  }

  /** A word that can begin a value. */
  name(missing: Message): string {
    const at = this.place();
    const name = this.word();
    if (name === undefined) return this.missing(missing);
    return NO_NAME.test(name) ? this.unexpected(at) : name;
  }

  /** `name:` before an argument. */
  label(): boolean {
    const start = this.place();
    const word = this.word();
    if (word !== undefined && !NO_NAME.test(word) && this.take(':')) return true;
    this.goBack(start);
    return false;
  }

  /** `true`, `nil`, `empty` and similar literals. */
  literal(): boolean {
    return this.#tokens.readLiteral() !== undefined;
  }

  number(): boolean {
    const number = this.#tokens.readNumber()?.getText();
    if (number?.endsWith('.')) this.fail(message('digit_expected_after_dot'));
    return number !== undefined;
  }

  /** A string with its quotation marks, or undefined. */
  quoted(): string | undefined {
    const start = this.place();
    const quoted = this.#tokens.readQuoted()?.getText();
    if (quoted === undefined) return undefined;
    if (!isClosed(quoted)) this.fail(message('quote_unclosed', { text: excerpt(quoted.slice(1)) }), start);
    return quoted;
  }
}
