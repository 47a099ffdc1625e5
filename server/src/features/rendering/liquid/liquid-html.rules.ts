import {
  CaptureTag,
  type Context,
  Drop,
  EchoTag,
  type Emitter,
  type FilterImplOptions,
  type Liquid,
  Value,
} from 'liquidjs';
import { escapeAsLiquid } from '../../../kernel/escaping.ts';
import { CaptureEmitter, textOf } from './liquid-output.rules.ts';
import { mailHtml, safeUrl } from './mail-html.rules.ts';

/** Generated HTML: written unchanged, but filters see it as text, which is escaped again. */
export class SafeHtml extends Drop {
  readonly #html: string;

  constructor(html: string) {
    super();
    this.#html = html;
  }

  override valueOf(): string {
    return this.#html;
  }

  toJSON(): string {
    return this.#html;
  }
}

/** The value as HTML. */
export const htmlOf = (value: unknown): string =>
  value instanceof SafeHtml ? value.valueOf() : escapeAsLiquid(textOf(value));

/** Counts captured output like any other. HTML is not escaped again when shown, because its parts were. */
class MemoryLimitedCapture extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    const emitter = new CaptureEmitter(ctx.memoryLimit);
    yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter);
    const isHtml = this.liquid.options.outputEscape !== undefined;
    Object.assign(ctx.bottom(), { [this.variable]: isHtml ? new SafeHtml(emitter.buffer) : emitter.buffer });
  }
}

/** The engine's own `echo` would convert safe HTML to text before escaping. */
class HtmlEcho extends EchoTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    for (const value of this.arguments()) {
      if (!(value instanceof Value)) continue;
      const shown = yield value.value(ctx, false);
      emitter.write(htmlOf(shown));
    }
  }
}

const escapeOnce = (value: unknown) =>
  new SafeHtml(escapeAsLiquid(textOf(value)).replace(/&amp;(#\d+|#x[\da-f]+|[a-z]\w*);/gi, '&$1;'));

/** Manual escaping, which plain Liquid requires, must not produce `&amp;amp;`. */
const htmlFilters: Readonly<Record<string, FilterImplOptions>> = {
  escape: (value) => new SafeHtml(htmlOf(value)),
  xml_escape: (value) => new SafeHtml(htmlOf(value)),
  escape_once: escapeOnce,
  newline_to_br: (value) => new SafeHtml(htmlOf(value).replace(/\r?\n/g, '<br />\n')),
  // A value with markup is shown as markup, but a customer may have written it: scripts are removed.
  raw: (value) => new SafeHtml(mailHtml(textOf(value))),
  safe_url: (value) => escapeOnce(safeUrl(textOf(value))),
};

export function countCaptures(engine: Liquid): void {
  engine.registerTag('capture', MemoryLimitedCapture);
}

/** Used together with `outputEscape: htmlOf`. */
export function writeHtml(engine: Liquid): void {
  engine.registerTag('echo', HtmlEcho);
  for (const [name, filter] of Object.entries(htmlFilters)) engine.registerFilter(name, filter);
}

/** In plain text, no characters are escaped, and line breaks are kept. */
export function writeText(engine: Liquid): void {
  for (const name of Object.keys(htmlFilters)) if (name !== 'safe_url') engine.registerFilter(name, textOf);
}
