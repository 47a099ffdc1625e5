import type { PropertyPath } from '../../../kernel/fields.ts';
import { type Block, leaves, wrappers } from './all-blocks.schema.ts';
import { BlockMarks } from './block-marks.rules.ts';
import { type BlockPlacement, type RenderScope, ScopedBlockRenderer } from './block-renderer.rules.ts';
import type { MjmlNode } from './blocks/block.schema.ts';
import { widthsOf } from './blocks/column-widths.schema.ts';
import type { Columns } from './blocks/columns.schema.ts';

/** Rows belong in a column; a section holds columns and belongs on the page. */
interface MjmlPart {
  level: 'row' | 'section';
  node: MjmlNode;
}

const raw = (content: string): MjmlNode => ({ tagName: 'mj-raw', attributes: {}, content });
const row = (node: MjmlNode): MjmlPart => ({ level: 'row', node });
const section = (node: MjmlNode): MjmlPart => ({ level: 'section', node });

/** Attributes of all sections of one part of the email. */
export interface SectionStyle {
  direction: 'ltr' | 'rtl';
  background: string;
  cssClass: string;
}

/**
 * Draws lists of blocks. Adjacent rows share one section, because otherwise an email of twenty blocks would
 * be too long for Gmail.
 */
export class BlockDrawer {
  readonly #scope: RenderScope;
  readonly #setting: SectionStyle;

  constructor(scope: RenderScope, setting: SectionStyle) {
    this.#scope = scope;
    this.#setting = setting;
  }

  sections(blocks: readonly Block[], path: PropertyPath): MjmlNode[] {
    return this.#sectionsOf(this.#list(blocks, { path, isInColumn: false, ground: null }));
  }

  #list(blocks: readonly Block[], place: BlockPlacement): MjmlPart[] {
    return blocks.flatMap((block, i) => this.#block(block, { ...place, path: [...place.path, i] }));
  }

  #block(block: Block, at: BlockPlacement): MjmlPart[] {
    const place = { ...at, mark: this.#scope.blockMarks?.add(at.path) ?? null };
    const renderer = new ScopedBlockRenderer(block, place, this.#scope);
    const parts = this.#parts(block, renderer, place);
    if ((block['showIf'] ?? null) === null) return parts;
    return this.#around([{ before: `{% if ${renderer.condition('showIf')} %}`, parts }], '{% endif %}');
  }

  #parts(block: Block, renderer: ScopedBlockRenderer, place: BlockPlacement): MjmlPart[] {
    const wrapper = wrappers.get(block.type);
    if (wrapper) {
      const branches = wrapper.branches(block, renderer).map(({ before, list }) => ({
        before,
        parts: this.#list((block[list] ?? []) as Block[], { ...place, path: [...place.path, list] }),
      }));
      return this.#around(branches, wrapper.after);
    }
    if (block.type === 'part')
      return this.#list((block['blocks'] ?? []) as Block[], { ...place, path: [...place.path, 'preset'] });
    if (block.type === 'columns') return [section(this.#columns(block as unknown as Columns, place))];
    return leaves.get(block.type)?.rows(block, renderer).map(row) ?? [];
  }

  /** Puts Liquid between rows, or between sections if one of the branches needs sections. */
  #around(branches: { before: string; parts: MjmlPart[] }[], after: string): MjmlPart[] {
    const needsSections = branches.some(({ parts }) => parts.some(({ level }) => level === 'section'));
    const level = needsSections ? section : row;
    const tag = (code: string) => level(raw(this.#scope.marks.add(code)));
    return [
      ...branches.flatMap(({ before, parts }) => [
        tag(before),
        ...(needsSections ? this.#sectionsOf(parts).map(section) : parts),
      ]),
      tag(after),
    ];
  }

  #sectionsOf(parts: readonly MjmlPart[]): MjmlNode[] {
    const nodes: MjmlNode[] = [];
    let rows: MjmlNode[] = [];
    const close = () => {
      if (rows.length > 0) nodes.push(this.#section([this.#column({}, rows)]));
      rows = [];
    };
    for (const { level, node } of parts) {
      if (level === 'row') rows.push(node);
      else {
        close();
        nodes.push(node);
      }
    }
    close();
    return nodes;
  }

  #section(children: MjmlNode[], attributes: Record<string, string> = {}): MjmlNode {
    const { direction, background, cssClass } = this.#setting;
    return {
      tagName: 'mj-section',
      attributes: {
        padding: '0',
        direction,
        'background-color': background,
        'css-class': cssClass,
        ...attributes,
      },
      children,
    };
  }

  #column(attributes: Record<string, string>, children: MjmlNode[]): MjmlNode {
    return {
      tagName: 'mj-column',
      attributes: { direction: this.#setting.direction, ...attributes },
      children,
    };
  }

  #columns(block: Columns, place: BlockPlacement): MjmlNode {
    const widths = widthsOf(block.ratio);
    const ground = block.background ?? place.ground;
    const { look } = this.#scope.theme;
    const columns = block.columns.map((column, i) => {
      const path = [...place.path, 'columns', i, 'blocks'];
      const parts = this.#list(column.blocks as Block[], { path, isInColumn: true, ground });
      const attributes = { width: `${widths[i]}%`, 'vertical-align': block.valign };
      return this.#column(
        attributes,
        parts.map(({ node }) => node),
      );
    });
    const { top, bottom, start, end } = block.padding;
    const classes = [
      block.background ? '' : this.#setting.cssClass,
      block.hideOn === 'none' ? '' : `o-hide-${block.hideOn}`,
    ];
    const cssClass = classes.filter(Boolean).join(' ');
    return this.#section(
      block.stackOnMobile
        ? columns
        : [{ tagName: 'mj-group', attributes: { direction: this.#setting.direction }, children: columns }],
      {
        'padding-top': `${top}px`,
        'padding-bottom': `${bottom}px`,
        [`padding-${look.start}`]: `${start ?? 16}px`,
        [`padding-${look.end}`]: `${end ?? 16}px`,
        'css-class': BlockMarks.withClass(place.mark ?? null, cssClass) ?? cssClass,
        ...(block.background && { 'background-color': block.background }),
      },
    );
  }
}
