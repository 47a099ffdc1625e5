import type { Page } from 'playwright-core';
import { row, tool } from './app-editor.ts';

/** How a person works: with the keyboard only, or with single clicks and no dragging. */
export interface InputMethod {
  /** Selects the row of a block, counted from the first row of the outline. */
  choose(index: number): Promise<void>;
  add(name: string): Promise<void>;
  remove(): Promise<void>;
  /** Makes the fields of the selected block available. */
  showFields(): Promise<void>;
  /** Removes everything that covers the email. */
  showMail(): Promise<void>;
  /** Presses a button among the fields, by its label. */
  press(name: string, within?: string): Promise<void>;
  moveTo(place: string): Promise<void>;
  /** Goes to the field at a place of the design, ready for input. */
  goTo(id: string): Promise<void>;
  /** Toggles the switch that it went to. */
  toggle(): Promise<void>;
  /** Picks from the list that it went to. */
  pick(choice: string): Promise<void>;
}

const active = (page: Page) => page.evaluate<string>('document.activeElement?.id ?? ""');

async function pressUntil(page: Page, key: string, isThere: () => Promise<boolean>) {
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

export function byKeys(page: Page): InputMethod {
  /** From anywhere on the page, first into the editor. */
  const focusPane = async (pane: string) => {
    await pressUntil(page, 'Tab', () => isIn(page, PANES));
    await pressUntil(page, 'F6', () => isIn(page, pane));
  };
  const fields = () => focusPane('[data-fields]');
  const toolbar = () => focusPane('[role=toolbar]');
  return {
    async choose(index) {
      await focusPane('[role=tree]');
      await page.keyboard.press('Home');
      for (let i = 0; i < index; i++) await page.keyboard.press('ArrowDown');
    },
    async add(name) {
      await page.keyboard.press('/');
      await pressUntil(page, 'Tab', () => isAt(page, 'Search blocks'));
      await page.keyboard.type(name);
      // Another option may have a longer name that contains this one.
      await pressUntil(page, 'ArrowDown', () =>
        page.evaluate<boolean>(
          `document.querySelector('[data-combobox-option][data-combobox-selected]')?.textContent === ${JSON.stringify(name)}`,
        ),
      );
      await page.keyboard.press('Enter');
    },
    remove: () => page.keyboard.press('Delete'),
    showFields: fields,
    async showMail() {
      if (await isIn(page, '[role=dialog]')) await page.keyboard.press('Escape');
    },
    async press(name, within) {
      await fields();
      await pressUntil(page, 'Tab', () => isAt(page, name, within));
      await page.keyboard.press('Enter');
    },
    async moveTo(place) {
      await toolbar();
      await pressUntil(page, 'Tab', () => isAt(page, 'More'));
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Move to…' }).waitFor();
      await pressUntil(page, 'ArrowDown', () => isAt(page, 'Move to…'));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Choose a position' }).waitFor();
      await pressUntil(page, 'Tab', () => isAt(page, place));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Choose a position' }).waitFor({ state: 'detached' });
    },
    async goTo(id) {
      await fields();
      await pressUntil(page, 'Tab', async () => (await active(page)) === id);
    },
    toggle: () => page.keyboard.press('Space'),
    async pick(choice) {
      if (!(await page.evaluate<boolean>('document.activeElement?.ariaExpanded === "true"')))
        await page.keyboard.press('ArrowDown');
      await pressUntil(page, 'ArrowDown', () =>
        page.evaluate<boolean>(
          `document.querySelector('[data-combobox-option][data-combobox-selected]')?.textContent === ${JSON.stringify(choice)}`,
        ),
      );
      await page.keyboard.press('Enter');
    },
  };
}

export function byClicks(page: Page): InputMethod {
  return {
    choose: (index) => row(page, /./).nth(index).click(),
    async add(name) {
      await tool(page, 'Add block').click();
      await page
        .getByRole('listbox', { name: 'Add block' })
        .getByRole('option', { name, exact: true })
        .click();
    },
    remove: () => tool(page, 'Delete block').click(),
    showFields: async () => undefined,
    showMail: async () => undefined,
    async press(name, within) {
      const place = within
        ? page.getByRole('group', { name: within, exact: true })
        : page.locator('[data-fields]');
      await place.getByRole('button', { name, exact: true }).click();
    },
    async moveTo(place) {
      await tool(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Move to…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Choose a position' });
      await dialog.getByRole('button', { name: place, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    goTo: (id) => page.locator(`[id="${id}"]`).click(),
    // The click that went to the switch has already toggled it.
    toggle: async () => undefined,
    pick: (choice) => page.getByRole('option', { name: choice, exact: true }).click(),
  };
}

/** The same where outline and fields are sheets over the email: each is opened when it is needed. */
export function byClicksInSheets(page: Page): InputMethod {
  const wide = byClicks(page);
  const sheet = (name: string) => page.getByRole('dialog', { name, exact: true });
  const close = async () => {
    const open = page.getByRole('dialog');
    if ((await open.count()) > 0) await open.getByRole('button', { name: 'Close' }).click();
    await open.waitFor({ state: 'detached' });
  };
  const show = async (name: 'Blocks' | 'Settings') => {
    if (await sheet(name).isVisible()) return;
    await close();
    await page.getByRole('button', { name, exact: true }).click();
    await sheet(name).waitFor();
  };
  /** Opens it first, then acts as in a wide window. */
  const within =
    <Given extends unknown[]>(open: () => Promise<void>, act: (...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      await open();
      await act(...given);
    };
  const showFields = () => show('Settings');
  return {
    choose: within(() => show('Blocks'), wide.choose),
    add: within(close, wide.add),
    remove: within(close, wide.remove),
    showFields,
    showMail: close,
    press: within(showFields, wide.press),
    moveTo: within(close, wide.moveTo),
    goTo: within(showFields, wide.goTo),
    toggle: wide.toggle,
    pick: wide.pick,
  };
}
