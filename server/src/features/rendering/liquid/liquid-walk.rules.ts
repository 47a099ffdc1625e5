import { type Liquid, type TagToken, Tokenizer, TokenKind } from 'liquidjs';
import { message } from '../../../kernel/messages/message.ts';
import { filteredValue } from './liquid-expression.rules.ts';
import { LiquidReader } from './liquid-reader.rules.ts';
import { blocks, opaqueBlocks, parentTagsByBranch, tagGrammar } from './liquid-tags.rules.ts';
import { excerpt, LiquidTextError } from './liquid-text-error.rules.ts';

export const MAX_TAGS = 5000;

/** No author nests this deeply, and the engine recurses. */
const MAX_DEPTH = 100;

/** The only way to use a secret. */
const SECRET = /^secrets\.([A-Za-z_][\w-]*)$/;

interface OpenBlock {
  name: string;
  at: number;
  /** The last of `elsif`, `when` and `else` seen: the engine drops those in the wrong order. */
  branch: string | null;
}

type WalkedToken = ReturnType<Tokenizer['readTopLevelTokens' | 'readLiquidTagTokens']>[number];
type WalkedTag = Pick<TagToken, 'name' | 'tokenizer' | 'begin'>;

const isTag = (token: WalkedToken): token is WalkedToken & WalkedTag => token.kind === TokenKind.Tag;

/** The name of the secret, if the output is one. */
export const secretName = ({ input, contentRange }: Pick<TagToken, 'input' | 'contentRange'>) =>
  SECRET.exec(input.slice(...contentRange))?.[1];

export function refuseTooManyTags(count: number): void {
  if (count > MAX_TAGS) throw new LiquidTextError(message('too_many_tags', { max: MAX_TAGS }));
}

/** Walks the tags of one text in order and stops at the first invalid or meaningless one. */
export class LiquidWalk {
  readonly #engine: Liquid;
  #tags = 0;

  constructor(engine: Liquid) {
    this.#engine = engine;
  }

  walk(tokens: readonly WalkedToken[], depth = 0): void {
    const open: OpenBlock[] = [];
    let skipping: WalkedTag | null = null;
    for (const token of tokens) {
      if (skipping) {
        // Like the engine, without nesting.
        if (isTag(token) && token.name === `end${skipping.name}`) skipping = null;
      } else if (isTag(token)) {
        refuseTooManyTags(++this.#tags);
        if (token.name === 'raw') refuseBeforeWhen(open.at(-1), token.begin);
        if (opaqueBlocks.has(token.name)) skipping = token;
        else this.#tag(token, open, depth);
      } else if (token.kind === TokenKind.Output) {
        refuseTooManyTags(++this.#tags);
        this.#output(token as WalkedToken & TagToken, open);
      } else if (token.getText().trim() !== '') {
        refuseBeforeWhen(open.at(-1), token.begin);
      }
    }
    if (skipping) throw notClosed(skipping.name, skipping.begin);
    const unclosed = open.at(-1);
    if (unclosed) throw notClosed(unclosed.name, unclosed.at);
  }

  #read(tokenizer: Tokenizer): LiquidReader {
    return new LiquidReader(tokenizer, this.#engine.filters);
  }

  #output(token: TagToken, open: readonly OpenBlock[]): void {
    const { input, begin, contentRange } = token;
    refuseBeforeWhen(open.at(-1), begin);
    if (secretName(token) !== undefined) {
      // A captured secret could later be encoded beyond recognition.
      if (open.some(({ name }) => name === 'capture'))
        throw new LiquidTextError(message('secret_captured'), begin);
      return;
    }
    const tokenizer = new Tokenizer(input, this.#engine.options.operators, undefined, contentRange);
    filteredValue(this.#read(tokenizer), message('value_expected'));
  }

  #tag(tag: WalkedTag, open: OpenBlock[], depth: number): void {
    const { name, begin, tokenizer } = tag;
    const inner = open.at(-1);
    if (name === '#') {
      refuseHalfComment(tokenizer.remaining(), begin);
      return;
    }
    if (closes(name)) {
      close(tag, open);
      this.#read(tokenizer).expectEnd();
      return;
    }
    if (parentTagsByBranch.has(name)) enterBranch(tag, inner);
    else refuseBeforeWhen(inner, begin);
    if (name === 'liquid') {
      const below = depth + open.length + 1;
      refuseDepth(below, begin);
      this.walk(tokenizer.readLiquidTagTokens(this.#engine.options), below);
      return;
    }
    const grammar = tagGrammar.get(name);
    if (!grammar) throw new LiquidTextError(message('unknown_tag', { name: excerpt(name) }), begin);
    grammar(this.#read(tokenizer));
    if (blocks.has(name)) refuseDepth(depth + open.push({ name, at: begin, branch: null }), begin);
  }
}

const notClosed = (name: string, at: number) => new LiquidTextError(message('tag_not_closed', { name }), at);

const opens = (name: string) => blocks.has(name) || opaqueBlocks.has(name);
const closes = (name: string) => name.startsWith('end') && opens(name.slice('end'.length));

function refuseHalfComment(text: string, at: number): void {
  const lines = text.split('\n').slice(1);
  if (lines.some((line) => /^\s*[^#\s]/.test(line))) throw new LiquidTextError(message('comment_line'), at);
}

function refuseDepth(depth: number, at: number): void {
  if (depth > MAX_DEPTH) throw new LiquidTextError(message('tags_nested_too_deep', { max: MAX_DEPTH }), at);
}

function refuseBeforeWhen(inner: OpenBlock | undefined, at: number): void {
  if (inner?.name === 'case' && inner.branch === null)
    throw new LiquidTextError(message('nothing_before_when'), at);
}

function enterBranch({ name, begin }: WalkedTag, inner: OpenBlock | undefined): void {
  if (!inner || !blocks.get(inner.name)?.includes(name))
    throw new LiquidTextError(
      message('tag_elsewhere', { name, where: parentTagsByBranch.get(name) ?? '' }),
      begin,
    );
  if (inner.branch === 'else') throw new LiquidTextError(message('tag_after_else', { name }), begin);
  inner.branch = name;
}

function close({ name, begin }: WalkedTag, open: OpenBlock[]): void {
  const opener = name.slice('end'.length);
  const inner = open.at(-1);
  if (!inner || !open.some((block) => block.name === opener))
    throw new LiquidTextError(message('tag_without_opener', { name, opener }), begin);
  if (inner.name !== opener) throw notClosed(inner.name, inner.at);
  open.pop();
}
