import {
  CaptureTag,
  type Context,
  EchoTag,
  type Emitter,
  filters,
  type Liquid,
  toValue,
  Value,
} from 'liquidjs';
import type { FilterHandler } from './liquid-filters.rules.ts';
import { type OutputLimit, textOf } from './liquid-output.rules.ts';
import { EncodedText, JsonText, OutputValue, PreparedText, type ValueWriter } from './prepared-text.rules.ts';
import { JsonWriter, UrlWriter } from './value-writers.rules.ts';

/** Formats in which a value must not be taken for the author's text. */
export type DataFormat = 'json' | 'url';

const mark = (value: unknown) => new OutputValue(value);

/** For `outputEscape`, which may pass anything on; the emitter must distinguish which outputs are values. */
export const markValue = mark as unknown as (value: unknown) => string;

const partWriters: Readonly<Record<DataFormat, () => ValueWriter>> = {
  json: () => new JsonWriter('json'),
  url: () => new UrlWriter(false),
};

/** Collects captured text twice: plain for filters, and with its values encoded for the format. */
class FormatCapture implements Emitter {
  buffer = '';
  readonly #writer: ValueWriter;
  readonly #limit: OutputLimit;
  #written = '';

  constructor(writer: ValueWriter, limit: OutputLimit) {
    this.#writer = writer;
    this.#limit = limit;
  }

  write(output: unknown): void {
    const value = output instanceof OutputValue ? output.value : output;
    const plain = textOf(value);
    const written = output instanceof OutputValue ? this.#writer.value(value) : this.#writer.literal(plain);
    this.#limit.use(plain.length + written.length);
    this.buffer += plain;
    this.#written += written;
  }

  text(): PreparedText {
    return new PreparedText(this.#written + this.#writer.end(), this.buffer);
  }
}

const captureFor = (format: DataFormat) =>
  class extends CaptureTag {
    override *render(ctx: Context): Generator<unknown, void, string> {
      const emitter = new FormatCapture(partWriters[format](), ctx.memoryLimit);
      yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter);
      Object.assign(ctx.bottom(), { [this.variable]: emitter.text() });
    }
  };

/** The engine's own `echo` would convert prepared text to plain text. */
class MarkedEcho extends EchoTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    for (const value of this.arguments()) {
      if (!(value instanceof Value)) continue;
      emitter.write(mark(yield value.value(ctx, false)));
    }
  }
}

const builtInJson = filters['json'] as FilterHandler;

const json: FilterHandler = function (given: unknown, spaces?: unknown) {
  const value = toValue(given) ?? null;
  const text: unknown = builtInJson.call(this, value, spaces);
  return new JsonText(textOf(text), value === null ? '' : typeof value === 'string' ? value : null);
};

const encodedBy =
  (name: 'url_encode' | 'cgi_escape'): FilterHandler =>
  (value: unknown) =>
    new EncodedText((filters[name] as (text: string) => string)(textOf(value).toWellFormed()));

/** Captured text keeps its values encoded. */
const raw: FilterHandler = (value: unknown) =>
  new EncodedText(value instanceof PreparedText ? value.written : textOf(value));

const formatFilters: Readonly<Record<DataFormat, Readonly<Record<string, FilterHandler>>>> = {
  // Inside a string, everything is escaped exactly once.
  json: { json, jsonify: json, raw: (value: unknown) => value },
  // `uri_escape` does not encode separators; here, every value is encoded completely anyway.
  url: { url_encode: encodedBy('url_encode'), cgi_escape: encodedBy('cgi_escape'), uri_escape: textOf, raw },
};

export function writeData(engine: Liquid, format: DataFormat): void {
  engine.registerTag('capture', captureFor(format));
  engine.registerTag('echo', MarkedEcho);
  for (const [name, filter] of Object.entries(formatFilters[format])) engine.registerFilter(name, filter);
}
