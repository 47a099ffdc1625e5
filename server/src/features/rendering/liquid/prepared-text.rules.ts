import { Drop } from 'liquidjs';
import type { SecretEncoding } from '../../../kernel/ports.ts';

/** A text that was made for its place: written as it is there, while filters get it as plain text. */
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

/** Encoded for a url, by a filter or by us. */
export class EncodedText extends PreparedText {}

/** The output of the `json` filter. */
export class JsonText extends PreparedText {
  /** The value itself if it is a text or missing. */
  readonly source: string | null;

  constructor(json: string, source: string | null) {
    super(json);
    this.source = source;
  }
}

/** Marks the output of a value, as opposed to the author's own text beside it. */
export class OutputValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Writes values into a text that has a format. Each method answers what is to be added to the output. */
export interface ValueWriter {
  /** The author's own text, which stands as it is. */
  literal(text: string): string;
  value(value: unknown): string;
  /** Before a secret, which is put in later. */
  secret(): { before: string; encoding: SecretEncoding };
  end(): string;
  /** Whether the text turned out to be JSON. */
  readonly isJson: boolean;
}
