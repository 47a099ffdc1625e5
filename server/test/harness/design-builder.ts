import type { Page } from 'playwright-core';
import { row, tool } from './app-editor.ts';

type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
type Block = { [name: string]: Value };

/** How somebody works: by keys alone, or by single clicks without one drag. */
export interface Hand {
  /** The row of a block, counted from the first row of the outline. */
  choose(index: number): Promise<void>;
  add(name: string): Promise<void>;
  remove(): Promise<void>;
  /** A button of the fields, by its words. */
  press(name: string, within?: string): Promise<void>;
  moveTo(place: string): Promise<void>;
  /** The field at a place of the design is ready to be written to. */
  goTo(id: string): Promise<void>;
  /** Turns the switch that it went to. */
  toggle(): Promise<void>;
  /** Of the list that it went to. */
  pick(choice: string): Promise<void>;
}

const active = (page: Page) => page.evaluate<string>('document.activeElement?.id ?? ""');

async function until(page: Page, key: string, isThere: () => Promise<boolean>) {
  for (let i = 0; i < 120; i++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached by ${key} from ${await active(page)}`);
}

const isIn = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.activeElement?.closest(${JSON.stringify(selector)}) != null`);
const isAt = (page: Page, name: string, within = '') =>
  page.evaluate<boolean>(
    `(() => {
      const at = document.activeElement;
      const said = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      return said.trim() === ${JSON.stringify(name)} && (${JSON.stringify(within)} === '' || at.closest('[role=group]')?.getAttribute('aria-label') === ${JSON.stringify(within)});
    })()`,
  );

const PANES = '[role=toolbar], [role=listbox], [role=tree], [data-fields]';

export function byKeys(page: Page): Hand {
  /** From wherever somebody is on the page, first into the editor. */
  const goInto = async (pane: string) => {
    await until(page, 'Tab', () => isIn(page, PANES));
    await until(page, 'F6', () => isIn(page, pane));
  };
  const fields = () => goInto('[data-fields]');
  const toolbar = () => goInto('[role=toolbar]');
  return {
    async choose(index) {
      await goInto('[role=tree]');
      await page.keyboard.press('Home');
      for (let i = 0; i < index; i++) await page.keyboard.press('ArrowDown');
    },
    async add(name) {
      await page.keyboard.press('/');
      await until(page, 'Tab', () => isAt(page, 'Search blocks'));
      await page.keyboard.type(name);
      // One of them may be called longer.
      await until(page, 'ArrowDown', () =>
        page.evaluate<boolean>(
          `document.querySelector('[data-combobox-option][data-combobox-selected]')?.textContent === ${JSON.stringify(name)}`,
        ),
      );
      await page.keyboard.press('Enter');
    },
    remove: () => page.keyboard.press('Delete'),
    async press(name, within) {
      await fields();
      await until(page, 'Tab', () => isAt(page, name, within));
      await page.keyboard.press('Enter');
    },
    async moveTo(place) {
      await toolbar();
      await until(page, 'Tab', () => isAt(page, 'More'));
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Move to …' }).waitFor();
      await until(page, 'ArrowDown', () => isAt(page, 'Move to …'));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Where to?' }).waitFor();
      await until(page, 'Tab', () => isAt(page, place));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Where to?' }).waitFor({ state: 'detached' });
    },
    async goTo(id) {
      await fields();
      await until(page, 'Tab', async () => (await active(page)) === id);
    },
    toggle: () => page.keyboard.press('Space'),
    async pick(choice) {
      if (!(await page.evaluate<boolean>('document.activeElement?.ariaExpanded === "true"')))
        await page.keyboard.press('ArrowDown');
      await until(page, 'ArrowDown', () =>
        page.evaluate<boolean>(
          `document.querySelector('[data-combobox-option][data-combobox-selected]')?.textContent === ${JSON.stringify(choice)}`,
        ),
      );
      await page.keyboard.press('Enter');
    },
  };
}

export function byClicks(page: Page): Hand {
  return {
    choose: (index) => row(page, /./).nth(index).click(),
    async add(name) {
      await tool(page, 'Add a block').click();
      await page
        .getByRole('listbox', { name: 'Add a block' })
        .getByRole('option', { name, exact: true })
        .click();
    },
    remove: () => tool(page, 'Delete block').click(),
    async press(name, within) {
      const place = within
        ? page.getByRole('group', { name: within, exact: true })
        : page.locator('[data-fields]');
      await place.getByRole('button', { name, exact: true }).click();
    },
    async moveTo(place) {
      await tool(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Move to …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Where to?' });
      await dialog.getByRole('button', { name: place, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    goTo: (id) => page.locator(`[id="${id}"]`).click(),
    // The click that went there has turned it.
    toggle: async () => undefined,
    pick: (choice) => page.getByRole('option', { name: choice, exact: true }).click(),
  };
}

interface Words {
  /** What a kind of block is called. */
  kindOf(type: string): string;
  /** What a choice is called. */
  choiceOf(value: string): string;
  labelOf(field: string): string;
}

/** Builds a design from an empty one as a person would. */
export class DesignBuilder {
  readonly #page: Page;
  readonly #hand: Hand;
  readonly #words: Words;

  constructor(page: Page, hand: Hand, words: Words) {
    this.#page = page;
    this.#hand = hand;
    this.#words = words;
  }

  async build({ global = {}, header, blocks }: { [name: string]: Value }) {
    await this.#hand.choose(0);
    for (const [name, value] of Object.entries(global as Block)) await this.#set(`global.${name}`, value);
    const above = (header as Block | undefined)?.['blocks'] as Block[] | undefined;
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
    await this.#list('blocks', blocks as Block[], 1 + (above ?? []).length, false);
  }

  #said(block: Block) {
    const said = ['text', 'label', 'code', 'alt'].map((name) => block[name]).find(Boolean);
    return said === undefined ? '' : `: ${said}`;
  }

  /** Returns the row after the last of them. `hasFirst`: a block that came with the one around it stands there. */
  async #list(path: string, blocks: readonly Block[], first: number, hasFirst: boolean): Promise<number> {
    let at = first;
    /** The row of the block before; those in it follow. */
    let before = 0;
    for (const [i, block] of blocks.entries()) {
      const type = String(block['type']);
      const isThere = hasFirst && i === 0 && type === 'text';
      if (!isThere) {
        // Below the one before, or below the one that came with it.
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

  async #fill(path: string, block: Block, at = 0): Promise<number> {
    const { type: _type, blocks, columns, ...members } = block;
    for (const [name, value] of Object.entries(members)) await this.#set(`${path}.${name}`, value);
    let next = at + 1;
    if (Array.isArray(blocks)) next = await this.#list(`${path}.blocks`, blocks as Block[], next, true);
    for (const [i, column] of (Array.isArray(columns) ? (columns as Block[]) : []).entries())
      next = await this.#list(`${path}.columns[${i}].blocks`, column['blocks'] as Block[], next, true);
    return next;
  }

  async #set(path: string, value: Value): Promise<void> {
    if (Array.isArray(value)) {
      const label = this.#words.labelOf(path.split('.').at(-1) ?? '');
      for (const [i, entry] of value.entries()) {
        if (i > 0) await this.#hand.press('Add an entry', label);
        for (const [name, member] of Object.entries(entry as Block))
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
