import { Drop } from 'liquidjs';
import type { SecretEncoding } from '../../../kernel/ports.ts';

/** Text prepared for its context: written as it is, while filters see it as plain text. */
export class PreparedText extends Drop {
  readonly written: string;
  readonly #plain: string;

  constructor(written: string, plain = written) {
    super();
    this.written = written;
    this.#plain = plain;
  }

  override valueOf(): string {
    return this.#plain;
  }

  toJSON(): string {
    return this.#plain;
  }
}

/** Text encoded for a URL, by a filter or by us. */
export class EncodedText extends PreparedText {}

/** The output of the `json` filter. */
export class JsonText extends PreparedText {
  /** The value itself if it is a string or missing. */
  readonly source: string | null;

  constructor(json: string, source: string | null) {
    super(json);
    this.source = source;
  }
}

/** Marks the output of a value, as opposed to the author's own text next to it. */
export class OutputValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Writes values into formatted text. Each method returns what to add to the output. */
export interface ValueWriter {
  /** The author's own text, which is written as it is. */
  literal(text: string): string;
  value(value: unknown): string;
  /** Called before a secret, which is inserted later. */
  secret(): { before: string; encoding: SecretEncoding };
  end(): string;
  /** Whether the text turned out to be JSON. */
  readonly isJson: boolean;
}
