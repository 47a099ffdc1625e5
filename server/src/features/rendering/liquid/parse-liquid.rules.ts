import {
  type Emitter,
  type Liquid,
  LiquidError,
  Output,
  Parser,
  type TagToken,
  type Template,
  Token,
  Tokenizer,
  type TopLevelToken,
  TypeGuards,
  Value,
} from 'liquidjs';
import { message } from '../../../kernel/messages/message.ts';
import { allowMissing } from './liquid-context.rules.ts';
import { MAX_TEXT_LENGTH } from './liquid-engine.rules.ts';
import { SecretMark } from './liquid-output.rules.ts';
import { LiquidTextError } from './liquid-text-error.rules.ts';
import { LiquidWalk, refuseTooManyTags, secretName } from './liquid-walk.rules.ts';

/** Writes a `SecretMark`. `secrets` is in no scope, so no expression can reach it. */
class SecretOutput extends Output {
  readonly #name: string;

  constructor(name: string, ...[token, engine]: ConstructorParameters<typeof Output>) {
    super(token, engine);
    this.#name = name;
  }

  override *render(_ctx: unknown, emitter: Emitter): Generator<unknown, void, unknown> {
    yield emitter.write(new SecretMark(this.#name));
  }

  override arguments() {
    return [];
  }
}

const conditionTags = ['if', 'unless', 'case'];

const hasDefault = (value: unknown) =>
  value instanceof Value && value.filters.some(({ name }) => name === 'default');

class LiquidParser extends Parser {
  readonly secrets = new Set<string>();
  readonly #engine: Liquid;

  constructor(engine: Liquid) {
    super(engine);
    this.#engine = engine;
  }

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    const secret = TypeGuards.isOutputToken(token) ? secretName(token as unknown as TagToken) : undefined;
    if (secret !== undefined) {
      this.secrets.add(secret);
      return new SecretOutput(secret, token as ConstructorParameters<typeof Output>[0], this.#engine);
    }
    const template = super.parseToken(token, rest);
    const isCondition = TypeGuards.isTagToken(token) && conditionTags.includes(token.name);
    for (const value of (template as Template).arguments?.() ?? [])
      if (isCondition || hasDefault(value)) allowMissing(value);
    return template;
  }
}

export interface ParsedLiquid {
  templates: Template[];
  /** Names of the secrets it uses. */
  secrets: string[];
}

/** Throws an error that `toLiquidTextError` understands if the text is not in our Liquid dialect. */
export function parseLiquid(engine: Liquid, text: string): ParsedLiquid {
  if (text.length > MAX_TEXT_LENGTH)
    throw new LiquidTextError(message('liquid_too_long', { max: MAX_TEXT_LENGTH }));
  // Counted before tokenizing, because 33,000 outputs keep the engine busy for seconds.
  refuseTooManyTags(text.match(/\{[{%]/g)?.length ?? 0);
  const tokens = new Tokenizer(text, engine.options.operators).readTopLevelTokens(engine.options);
  new LiquidWalk(engine).walk(tokens);
  // Our grammar is narrower than the engine's; parsing proves it for this text.
  const parser = new LiquidParser(engine);
  return { templates: parser.parse(text), secrets: [...parser.secrets] };
}

/** The paths from outside that a text uses; an array within a path is a path that is looked up first. */
export function pathsOf(engine: Liquid, templates: Template[]): (readonly unknown[])[] {
  const { getPosition } = Token.prototype;
  // For each use the engine would count lines from the start of the text, which takes seconds and is unused here.
  Token.prototype.getPosition = () => [0, 0];
  try {
    return engine.globalVariableSegmentsSync(templates, { partials: false });
  } finally {
    Token.prototype.getPosition = getPosition;
  }
}

/** Rewrites the engine's errors about unclosed braces, which quote the text at length. */
function faultOfLexer(error: Error & { token?: { begin: number } }, text: string): LiquidTextError {
  const at = error.token?.begin;
  if (error.message.startsWith('output '))
    return new LiquidTextError(message('sign_unclosed_by', { opening: '{{', closing: '}}' }), at);
  if (error.message.startsWith('tag '))
    return new LiquidTextError(message('sign_unclosed_by', { opening: '{%', closing: '%}' }), at);
  // The engine reports the position after the tag.
  if (error.message.startsWith('raw '))
    return new LiquidTextError(
      message('tag_not_closed', { name: 'raw' }),
      text.lastIndexOf('{%', (at ?? 0) - 1),
    );
  if (error.message.startsWith('illegal ')) return new LiquidTextError(message('tag_name_expected'), at);
  return new LiquidTextError(message('does_not_parse'), at);
}

/** Rethrows errors that the text did not cause. */
export function toLiquidTextError(error: unknown, text: string): LiquidTextError {
  if (error instanceof LiquidTextError) return error;
  if (LiquidError.is(error)) return faultOfLexer(error as Error, text);
  throw error;
}
