import { type Liquid, type TagToken, Tokenizer, TokenKind } from 'liquidjs';
import { filteredValue } from './liquid-expression.rules.ts';
import { excerpt, LiquidFault } from './liquid-fault.rules.ts';
import { LiquidReader } from './liquid-reader.rules.ts';
import { blocks, branchHomes, opaqueBlocks, tagGrammar } from './liquid-tags.rules.ts';

export const MAX_TAGS = 5000;

/** Nobody nests deeper by hand, and the engine recurses. */
const MAX_DEPTH = 100;

/** The only way to use a secret. */
const SECRET = /^secrets\.([A-Za-z_][\w-]*)$/;

interface OpenBlock {
  name: string;
  at: number;
  /** The last of `elsif`, `when` and `else` seen: the engine drops what comes in the wrong order. */
  branch: string | null;
}

type WalkedToken = ReturnType<Tokenizer['readTopLevelTokens' | 'readLiquidTagTokens']>[number];
type Tag = Pick<TagToken, 'name' | 'tokenizer' | 'begin'>;

const isTag = (token: WalkedToken): token is WalkedToken & Tag => token.kind === TokenKind.Tag;

/** The name of the secret, if the output is one. */
export const secretName = ({ input, contentRange }: Pick<TagToken, 'input' | 'contentRange'>) =>
  SECRET.exec(input.slice(...contentRange))?.[1];

export function refuseTooManyTags(count: number): void {
  if (count > MAX_TAGS) throw new LiquidFault(`more than ${MAX_TAGS} tags`);
}

/** Follows the tags of one text in order and stops at the first that is wrong or means nothing. */
export class LiquidWalk {
  readonly #engine: Liquid;
  #tags = 0;

  constructor(engine: Liquid) {
    this.#engine = engine;
  }

  walk(tokens: readonly WalkedToken[], depth = 0): void {
    const open: OpenBlock[] = [];
    let skipping: Tag | null = null;
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
      // A captured secret could be encoded beyond recognition afterwards.
      if (open.some(({ name }) => name === 'capture'))
        throw new LiquidFault('secrets cannot be captured', begin);
      return;
    }
    const tokenizer = new Tokenizer(input, this.#engine.options.operators, undefined, contentRange);
    filteredValue(this.#read(tokenizer), 'value expected');
  }

  #tag(tag: Tag, open: OpenBlock[], depth: number): void {
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
    if (branchHomes.has(name)) enterBranch(tag, inner);
    else refuseBeforeWhen(inner, begin);
    if (name === 'liquid') {
      const below = depth + open.length + 1;
      refuseDepth(below, begin);
      this.walk(tokenizer.readLiquidTagTokens(this.#engine.options), below);
      return;
    }
    const grammar = tagGrammar.get(name);
    if (!grammar) throw new LiquidFault(`unknown tag ${excerpt(name)}`, begin);
    grammar(this.#read(tokenizer));
    if (blocks.has(name)) refuseDepth(depth + open.push({ name, at: begin, branch: null }), begin);
  }
}

const notClosed = (name: string, at: number) => new LiquidFault(`tag "${name}" not closed`, at);

const opens = (name: string) => blocks.has(name) || opaqueBlocks.has(name);
const closes = (name: string) => name.startsWith('end') && opens(name.slice('end'.length));

function refuseHalfComment(text: string, at: number): void {
  const lines = text.split('\n').slice(1);
  if (lines.some((line) => /^\s*[^#\s]/.test(line)))
    throw new LiquidFault('every line of a comment begins with "#"', at);
}

function refuseDepth(depth: number, at: number): void {
  if (depth > MAX_DEPTH) throw new LiquidFault(`tags nested more than ${MAX_DEPTH} deep`, at);
}

function refuseBeforeWhen(inner: OpenBlock | undefined, at: number): void {
  if (inner?.name === 'case' && inner.branch === null)
    throw new LiquidFault('nothing between "case" and the first "when" is ever shown', at);
}

function enterBranch({ name, begin }: Tag, inner: OpenBlock | undefined): void {
  if (!inner || !blocks.get(inner.name)?.includes(name))
    throw new LiquidFault(`tag "${name}" only belongs in ${branchHomes.get(name)}`, begin);
  if (inner.branch === 'else') throw new LiquidFault(`tag "${name}" after "else"`, begin);
  inner.branch = name;
}

function close({ name, begin }: Tag, open: OpenBlock[]): void {
  const opener = name.slice('end'.length);
  const inner = open.at(-1);
  if (!inner || !open.some((block) => block.name === opener))
    throw new LiquidFault(`tag "${name}" without "${opener}"`, begin);
  if (inner.name !== opener) throw notClosed(inner.name, inner.at);
  open.pop();
}
