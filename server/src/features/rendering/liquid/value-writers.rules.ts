import { encodeUrlPart, escapeJson, looksLikeJson } from '../../../kernel/escaping.ts';
import type { LiquidEscape, SecretEncoding } from '../../../kernel/ports.ts';
import { textOf } from './liquid-output.rules.ts';
import { EncodedText, JsonText, PreparedText, type ValueWriter } from './prepared-text.rules.ts';

const writtenOf = (value: unknown) => (value instanceof PreparedText ? value.written : textOf(value));

const STOPS = /["\\]/g;

/**
 * Tracks whether the output is inside a JSON string. There, values are escaped, so that none can end the
 * string; outside, they are written as rendered. A string that consists only of `{{ … | json }}` of a text
 * becomes that text.
 */
export class JsonWriter implements ValueWriter {
  /** `null` until there is output. */
  #json: boolean | null;
  #inString = false;
  /** Whether a string has just been opened. */
  #atStart = false;
  #afterBackslash = false;
  #held: JsonText | null = null;

  /** With `begun`, the output is JSON if the author's text begins it with a bracket. */
  constructor(mode: 'json' | 'begun') {
    this.#json = mode === 'json' ? true : null;
  }

  get isJson() {
    return this.#json === true;
  }

  literal(text: string): string {
    if (text === '') return '';
    const held = this.#release(text.startsWith('"'));
    if (this.#json === null && text.trim() !== '') this.#json = looksLikeJson(text);
    this.#follow(text);
    return held + text;
  }

  value(value: unknown): string {
    const held = this.#release(false);
    if (!this.#inString) {
      const text = writtenOf(value);
      if (this.#json === null && text.trim() !== '') this.#json = false;
      this.#follow(text);
      return held + text;
    }
    if (this.#atStart && value instanceof JsonText) {
      this.#held = value;
      return held;
    }
    const text = textOf(value);
    if (text === '' && !this.#afterBackslash) return held;
    return held + this.#enter() + escapeJson(text);
  }

  secret(): { before: string; encoding: SecretEncoding } {
    const held = this.#release(false);
    this.#json ??= false;
    return this.#inString
      ? { before: held + this.#enter(), encoding: 'json' }
      : { before: held, encoding: 'none' };
  }

  end(): string {
    return this.#release(false);
  }

  /**
   * A backslash written by the author before a value would escape its first character, so it is escaped
   * itself.
   */
  #enter(): string {
    const before = this.#afterBackslash ? '\\' : '';
    this.#afterBackslash = false;
    this.#atStart = false;
    return before;
  }

  #release(isWhole: boolean): string {
    const held = this.#held;
    if (held === null) return '';
    this.#held = null;
    this.#atStart = false;
    return escapeJson(isWhole ? (held.source ?? held.valueOf()) : held.valueOf());
  }

  #follow(text: string): void {
    if (this.#json !== true) return;
    let at = 0;
    if (this.#afterBackslash) {
      this.#afterBackslash = false;
      at = 1;
    }
    let last = -1;
    for (;;) {
      STOPS.lastIndex = at;
      const stop = STOPS.exec(text);
      if (stop === null) break;
      at = stop.index + 1;
      if (stop[0] === '"') {
        this.#inString = !this.#inString;
        last = stop.index;
      } else if (this.#inString) {
        this.#afterBackslash = at === text.length;
        at++;
      }
    }
    this.#atStart = this.#inString && last === text.length - 1;
  }
}

/** The content of one string in a JSON value. It is escaped when the value is assembled. */
export class JsonStringWriter implements ValueWriter {
  readonly isJson = false;
  #isEmpty = true;
  #held: JsonText | null = null;

  literal(text: string): string {
    if (text === '') return '';
    return this.#release() + text;
  }

  value(value: unknown): string {
    const text = textOf(value);
    if (text === '') return '';
    if (this.#isEmpty && this.#held === null && value instanceof JsonText) {
      this.#held = value;
      return '';
    }
    return this.#release() + text;
  }

  secret(): { before: string; encoding: SecretEncoding } {
    return { before: this.#release(), encoding: 'none' };
  }

  end(): string {
    return this.#held?.source ?? this.#release();
  }

  #release(): string {
    const held = this.#held?.valueOf() ?? '';
    this.#held = null;
    this.#isEmpty = false;
    return held;
  }
}

const SCHEME = /^\s*https?:\/\/$/i;
const LONGEST_SCHEME = 64;

/** Encodes values for their part of the URL. One right after the scheme is host, port and path at once. */
export class UrlWriter implements ValueWriter {
  readonly isJson = false;
  readonly #mayBegin: boolean;
  #begun = '';

  /** Before an `@`, the first value is a user name. Captured text is only some part of a URL. */
  constructor(mayBegin: boolean) {
    this.#mayBegin = mayBegin;
  }

  literal(text: string): string {
    return this.#add(text);
  }

  value(value: unknown): string {
    if (value instanceof EncodedText) return this.#add(value.written);
    const text = textOf(value);
    return this.#add(this.#beginsHost() ? text : encodeUrlPart(text));
  }

  secret(): { before: string; encoding: SecretEncoding } {
    const encoding = this.#beginsHost() ? 'none' : 'url';
    this.#add('*');
    return { before: '', encoding };
  }

  end(): string {
    return '';
  }

  #beginsHost(): boolean {
    return this.#mayBegin && SCHEME.test(this.#begun);
  }

  #add(text: string): string {
    if (this.#begun.length < LONGEST_SCHEME) this.#begun += text.slice(0, LONGEST_SCHEME);
    return text;
  }
}

/** A login before the host, with Liquid removed. */
const LOGIN = /^\s*https?:\/\/[^/?#]*@/i;
const LIQUID = /\{\{.*?\}\}|\{%.*?%\}/gs;

/** Undefined if values are written as they are, or as HTML. */
export function writerFor(escaping: LiquidEscape, text: string): ValueWriter | undefined {
  if (escaping === 'json') return new JsonWriter('json');
  if (escaping === 'json-if-begun') return new JsonWriter('begun');
  if (escaping === 'json-string') return new JsonStringWriter();
  return escaping === 'url' ? new UrlWriter(!LOGIN.test(text.replace(LIQUID, ''))) : undefined;
}
