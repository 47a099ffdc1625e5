import type { FieldProblem, PropertyPath } from '../../../kernel/fields.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { checkCondition, checkLiquid, checkSource } from '../liquid/check-liquid.rules.ts';
import type { Block } from './all-blocks.schema.ts';
import { BlockMarks } from './block-marks.rules.ts';
import type { BlockRenderer, BlockStyle, MjmlNode } from './blocks/block.schema.ts';
import { escapeText, type LiquidMarks } from './liquid-marks.rules.ts';
import { textColorOn } from './palette.rules.ts';
import { richHtml, richPlain } from './rich-text.rules.ts';
import { TextError } from './text-error.rules.ts';
import type { Theme } from './theme.rules.ts';

/** The context shared by the blocks of one email. */
export interface RenderScope {
  marks: LiquidMarks;
  theme: Theme;
  /** File URLs by key. */
  files: Readonly<Record<string, string>>;
  logoUrl: string | null;
  /** Base URL of our own images. */
  assetsUrl: string;
  problems: FieldProblem[];
  /** Marks for an editor; `null` for sent emails. */
  blockMarks: BlockMarks | null;
}

/** The location of a block. */
export interface BlockPlacement {
  path: PropertyPath;
  isInColumn: boolean;
  /** The background color, if it differs from that of the whole email. */
  ground: string | null;
  /** The mark of the block, if blocks are marked. */
  mark?: string | null;
}

const asIs = (text: string) => text;

/** The fields that a row inherits from a block of any type. */
interface CommonFields {
  padding?: { top: number; bottom: number; start: number | null; end: number | null };
  background?: string | null;
  hideOn?: 'none' | 'mobile' | 'desktop';
}

export class ScopedBlockRenderer implements BlockRenderer {
  readonly look: BlockStyle;
  readonly #block: Block;
  readonly #place: BlockPlacement;
  readonly #scope: RenderScope;
  readonly #ground: string | null;

  constructor(block: Block, place: BlockPlacement, scope: RenderScope) {
    this.#block = block;
    this.#place = place;
    this.#scope = scope;
    this.#ground = (block as CommonFields).background ?? place.ground;
    this.look = this.#ground === null ? scope.theme.look : scope.theme.lookOn(this.#ground);
  }

  text(...path: PropertyPath): string {
    const html = this.#marked(path, checkLiquid, (text) => this.#scope.marks.mark(text, escapeText));
    return BlockMarks.around(this.#mark, path, html);
  }

  rich(...path: PropertyPath): string {
    const { marks } = this.#scope;
    const html = this.#marked(path, checkLiquid, (text) =>
      richHtml(marks.mark(text, asIs), marks, this.look.linkColor),
    );
    return BlockMarks.around(this.#mark, path, html);
  }

  attribute(...path: PropertyPath): string {
    return this.#attribute(path, 'text');
  }

  url(...path: PropertyPath): string {
    return this.#attribute(path, 'url');
  }

  picture(file: string, url: string): string | null {
    if (this.#value([url]) !== null) return this.url(url);
    return this.#file(file);
  }

  logo(file: string): string | null {
    return this.#value([file]) === null ? this.#address(this.#scope.logoUrl) : this.#file(file);
  }

  asset(name: string): string {
    return escapeText(`${this.#scope.assetsUrl}/${name}`);
  }

  condition(...path: PropertyPath): string {
    return this.#marked(path, checkCondition, asIs);
  }

  source(...path: PropertyPath): string {
    return this.#marked(path, checkSource, asIs);
  }

  liquid(code: string): string {
    return this.#scope.marks.add(code);
  }

  plain(...path: PropertyPath): string {
    return this.#marked(path, checkLiquid, (text) => this.#scope.marks.mark(text, asIs));
  }

  plainRich(...path: PropertyPath): string {
    return this.#marked(path, checkLiquid, (text) => richPlain(this.#scope.marks.mark(text, asIs)));
  }

  align(value: 'start' | 'center' | 'end'): 'left' | 'center' | 'right' {
    return value === 'center' ? value : this.look[value];
  }

  inked(color: string): string {
    return this.#ground === null ? this.#scope.theme.inked(color) : '';
  }

  filled(fill: string, ink: string): string {
    return this.#ground === null ? this.#scope.theme.filled(fill, ink) : '';
  }

  inkOn(fill: string): string {
    return textColorOn(fill);
  }

  row(tagName: string, attributes: Record<string, string>, content?: string): MjmlNode {
    const { padding, background, hideOn = 'none' } = this.#block as CommonFields;
    const isText = tagName === 'mj-text' || tagName === 'mj-table';
    const classes = [
      // A block's own background is unchanged in dark mode, and so is the text on it.
      isText && this.#ground === null && attributes['css-class'] !== 'o-own' && 'o-text',
      attributes['css-class'],
      hideOn !== 'none' && `o-hide-${hideOn}`,
    ].filter(Boolean);
    const cssClass = BlockMarks.withClass(this.#mark, classes.join(' ') || attributes['css-class']);
    const beside = this.#place.isInColumn ? 8 : 24;
    return {
      tagName,
      attributes: {
        ...(isText && {
          color: this.look.textColor,
          'font-size': `${this.look.fontSize}px`,
        }),
        'padding-top': `${padding?.top ?? 0}px`,
        'padding-bottom': `${padding?.bottom ?? 0}px`,
        [`padding-${this.look.start}`]: `${padding?.start ?? beside}px`,
        [`padding-${this.look.end}`]: `${padding?.end ?? beside}px`,
        ...(background && { 'container-background-color': background }),
        ...attributes,
        ...(cssClass !== undefined && { 'css-class': cssClass }),
      },
      ...(content !== undefined && { content }),
    };
  }

  get #mark(): string | null {
    return this.#place.mark ?? null;
  }

  #value(path: PropertyPath): unknown {
    return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], this.#block);
  }

  #attribute(path: PropertyPath, kind: 'text' | 'url'): string {
    const { marks } = this.#scope;
    return this.#marked(path, checkLiquid, (text) => marks.attribute(marks.mark(text, asIs), kind));
  }

  #file(name: string): string | null {
    const key = this.#value([name]);
    if (typeof key !== 'string') return null;
    if (Object.hasOwn(this.#scope.files, key)) return this.#address(this.#scope.files[key] ?? null);
    this.#refuse([name], message('unknown_file'));
    return null;
  }

  #address(url: string | null): string | null {
    return url === null ? null : escapeText(url);
  }

  /** The text as written by `write`, or nothing if it is rejected. */
  #marked(
    path: PropertyPath,
    check: (text: string) => Message | null,
    write: (text: string) => string,
  ): string {
    const text = String(this.#value(path) ?? '');
    const reason = check(text);
    if (reason !== null) return this.#refuse(path, reason);
    try {
      return write(text);
    } catch (error) {
      if (error instanceof TextError) return this.#refuse(path, error.said);
      throw error;
    }
  }

  /** Reported once per field, although both HTML and plain text read it. */
  #refuse(path: PropertyPath, reason: Message): '' {
    const at = [...this.#place.path, ...path];
    const known = this.#scope.problems.some((problem) => problem.path.join('\0') === at.join('\0'));
    if (!known) this.#scope.problems.push({ path: at, reason });
    return '';
  }
}
