import type { Page } from 'playwright-core';
import type { InputMethod } from './input-methods.ts';

type BuilderValue = string | number | boolean | null | BuilderValue[] | { [name: string]: BuilderValue };
type BuilderBlock = { [name: string]: BuilderValue };

interface BuilderTexts {
  /** The name of a kind of block. */
  kindOf(type: string): string;
  /** The name of a choice. */
  choiceOf(value: string): string;
  labelOf(field: string): string;
}

/** Builds a design from an empty one as a person would. */
export class DesignBuilder {
  readonly #page: Page;
  readonly #hand: InputMethod;
  readonly #words: BuilderTexts;

  constructor(page: Page, hand: InputMethod, words: BuilderTexts) {
    this.#page = page;
    this.#hand = hand;
    this.#words = words;
  }

  async build({ global = {}, header, blocks }: { [name: string]: BuilderValue }) {
    await this.#hand.choose(0);
    for (const [name, value] of Object.entries(global as BuilderBlock))
      await this.#set(`global.${name}`, value);
    const above = (header as BuilderBlock | undefined)?.['blocks'] as BuilderBlock[] | undefined;
    for (const [i, block] of (above ?? []).entries()) {
      await this.#hand.choose(0);
      await this.#hand.add(this.#words.kindOf(String(block['type'])));
      const before = above?.[i - 1];
      const place = before
        ? `Header: after ${this.#words.kindOf(String(before['type']))}${this.#said(before)}`
        : 'Header: at the top';
      await this.#hand.moveTo(place);
      await this.#fill(`header.blocks[${i}]`, block);
    }
    await this.#list('blocks', blocks as BuilderBlock[], 1 + (above ?? []).length, false);
  }

  #said(block: BuilderBlock) {
    const said = ['text', 'label', 'code', 'alt'].map((name) => block[name]).find(Boolean);
    return said === undefined ? '' : `: ${said}`;
  }

  /** Returns the row after the last block. With `hasFirst`, the parent came with a first block. */
  async #list(
    path: string,
    blocks: readonly BuilderBlock[],
    first: number,
    hasFirst: boolean,
  ): Promise<number> {
    let at = first;
    /** The row of the previous block; its children follow it. */
    let before = 0;
    for (const [i, block] of blocks.entries()) {
      const type = String(block['type']);
      const isThere = hasFirst && i === 0 && type === 'text';
      if (!isThere) {
        // After the previous block, or after the one that came with the parent.
        await this.#hand.choose(i === 0 && hasFirst ? at : before);
        await this.#hand.add(this.#words.kindOf(type));
        if (hasFirst && i === 0) {
          await this.#hand.choose(at);
          await this.#hand.remove();
        }
      }
      await this.#hand.choose(at);
      before = at;
      at = await this.#fill(`${path}[${i}]`, block, at);
    }
    return at;
  }

  async #fill(path: string, block: BuilderBlock, at = 0): Promise<number> {
    const { type: _type, blocks, columns, ...members } = block;
    for (const [name, value] of Object.entries(members)) await this.#set(`${path}.${name}`, value);
    let next = at + 1;
    if (Array.isArray(blocks))
      next = await this.#list(`${path}.blocks`, blocks as BuilderBlock[], next, true);
    for (const [i, column] of (Array.isArray(columns) ? (columns as BuilderBlock[]) : []).entries())
      next = await this.#list(`${path}.columns[${i}].blocks`, column['blocks'] as BuilderBlock[], next, true);
    return next;
  }

  async #set(path: string, value: BuilderValue): Promise<void> {
    if (Array.isArray(value)) {
      const label = this.#words.labelOf(path.split('.').at(-1) ?? '');
      for (const [i, entry] of value.entries()) {
        if (i > 0) await this.#hand.press('Add item', label);
        for (const [name, member] of Object.entries(entry as BuilderBlock))
          await this.#set(`${path}[${i}].${name}`, member);
      }
      return;
    }
    if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) await this.#set(`${path}.${name}`, member);
      return;
    }
    await this.#write(`field-${path}`, value);
  }

  async #write(id: string, value: string | number | boolean | null) {
    const page = this.#page;
    await this.#hand.showFields();
    const input = page.locator(`[id="${id}"]`);
    if (typeof value === 'boolean' && (await input.isChecked()) === value) return;
    const isList =
      (await input.getAttribute('aria-haspopup')) === 'listbox' &&
      (await input.getAttribute('readonly')) !== null;
    const choice = this.#words.choiceOf(String(value));
    if (isList && (await input.inputValue()) === choice) return;
    await this.#hand.goTo(id).catch((cause: unknown) => {
      throw new Error(`no way to ${id}`, { cause });
    });
    if (typeof value === 'boolean') return this.#hand.toggle();
    if (isList) return this.#hand.pick(choice);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(String(value ?? ''));
  }
}
