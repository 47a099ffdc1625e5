import type { Page } from 'playwright-core';

export type Random = (below: number) => number;

/** A small random generator, so that a run can be repeated. */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Presses a random key of the outline on a random block. */
export async function runCommand(page: Page, random: Random) {
  const rows = page.getByRole('tree').getByRole('treeitem');
  const count = await rows.count();
  await rows.nth(random(count)).click();
  const keys = [
    'Alt+ArrowUp',
    'Alt+ArrowDown',
    'Alt+ArrowLeft',
    'Alt+ArrowRight',
    'Control+d',
    'Control+z',
    'Control+Shift+z',
    // Makes the email both grow and shrink.
    ...(count > 40 ? ['Delete', 'Delete', 'Delete'] : ['Delete']),
  ];
  await page.keyboard.press(keys[random(keys.length)] ?? 'Delete');
}
