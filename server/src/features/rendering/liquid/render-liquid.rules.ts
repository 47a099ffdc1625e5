import { type Liquid, LiquidError, type Template, toValueSync } from 'liquidjs';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { LiquidEscape, SecretEncoding } from '../../../kernel/ports.ts';
import { RenderContext } from './liquid-context.rules.ts';
import { createLiquidEngine } from './liquid-engine.rules.ts';
import { intlLocale } from './liquid-filters.rules.ts';
import { SafeHtml } from './liquid-html.rules.ts';
import { MAX_OUTPUT, type OutputBudget, PieceEmitter } from './liquid-output.rules.ts';
import { LiquidTextError, reasonOf } from './liquid-text-error.rules.ts';
import { parseLiquid, pathsOf, toLiquidTextError } from './parse-liquid.rules.ts';
import { writerFor } from './value-writers.rules.ts';

const json = createLiquidEngine('json');

const engines: Readonly<Record<LiquidEscape, Liquid>> = {
  none: createLiquidEngine('none'),
  html: createLiquidEngine('html'),
  text: createLiquidEngine('text'),
  json,
  'json-if-begun': json,
  'json-string': json,
  url: createLiquidEngine('url'),
};

/** The scope shared by the texts of one job. */
export interface LiquidInputs {
  variables: JsonObject;
  /** The length of each secret's value, never the value; `null` if secrets are shown by name. */
  secretLengths: Readonly<Record<string, number>> | null;
  /**
   * Names besides `variables` that our own code fills: with HTML that is not escaped, and the same as plain
   * text.
   */
  placeholders: Readonly<Record<string, { html: string; text: string }>>;
  locale: string;
  /** Milliseconds used so far: CPU time if such a clock is available, otherwise wall-clock time. */
  clock?(): number;
}

/**
 * `pieces` are text, secret name, text, secret name, … text; `encodings` specifies how each secret is
 * written.
 */
export type RenderedLiquid =
  | { pieces: string[]; encodings: SecretEncoding[]; isJson: boolean; missing: string[] }
  | { reason: Message };

const limits: Readonly<Record<string, Message>> = {
  'memory alloc limit exceeded': message('too_much_memory'),
};

/** The error in our own words with the tag's position, because the engine's message may quote a value. */
function faultOfRendering(error: unknown): LiquidTextError {
  const {
    originalError,
    token,
    message: told,
  } = error as Error & {
    originalError?: Error;
    token?: { begin: number };
  };
  // Errors thrown between two tags have no tag attached.
  if (error instanceof LiquidTextError) return error;
  if (Object.hasOwn(limits, told)) return new LiquidTextError(limits[told] as Message);
  if (!LiquidError.is(error)) return new LiquidTextError(message('does_not_render'));
  if (originalError && LiquidError.is(originalError)) return faultOfRendering(originalError);
  if (originalError instanceof LiquidTextError)
    return new LiquidTextError(originalError.said, originalError.at ?? token?.begin);
  return new LiquidTextError(
    limits[originalError?.message ?? ''] ?? message('does_not_render'),
    token?.begin,
  );
}

/**
 * Renders the texts of one job, which share its output limit. The texts are untrusted, so use it only in a
 * process that can be killed.
 */
export class LiquidJob {
  readonly #world: LiquidInputs;
  readonly #locale: string;
  readonly #clock: () => number;
  readonly #budget: OutputBudget;

  constructor(world: LiquidInputs) {
    this.#world = world;
    this.#locale = intlLocale(world.locale);
    this.#clock = world.clock ?? (() => performance.now());
    this.#budget = { left: MAX_OUTPUT, secretLengths: world.secretLengths };
  }

  render(text: string, escaping: LiquidEscape): RenderedLiquid {
    const engine = engines[escaping];
    let templates: Template[];
    try {
      templates = parseLiquid(engine, text).templates;
    } catch (error) {
      return { reason: reasonOf(toLiquidTextError(error, text), text) };
    }
    const { left } = this.#budget;
    const emitter = new PieceEmitter(this.#budget, writerFor(escaping, text));
    const ctx = new RenderContext(this.#scope(escaping), engine, this.#locale, this.#clock);
    try {
      toValueSync(engine.renderer.renderTemplates(templates, ctx, emitter));
      return { ...emitter.end(), missing: ctx.missing(() => pathsOf(engine, templates)) };
    } catch (error) {
      // The output of a failed text is not sent, so the next texts may use its share of the limit.
      this.#budget.left = left;
      return { reason: reasonOf(faultOfRendering(error), text) };
    }
  }

  /** A new scope for each text, because `increment` writes into it. */
  #scope(escaping: LiquidEscape): object {
    const placeholders = Object.entries(this.#world.placeholders).map(([name, { html, text }]) => [
      name,
      escaping === 'html' ? new SafeHtml(html) : text,
    ]);
    const named = { ...Object.fromEntries(placeholders), variables: this.#world.variables };
    return Object.assign(Object.create(null), named);
  }
}
