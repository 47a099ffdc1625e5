import { expect } from 'vitest';
import type { visitInFirefox } from './editor-in-firefox.ts';

type Visitor = Awaited<ReturnType<typeof visitInFirefox>>;

const LINE = '[data-drop-line]';

/**
 * Drags one element onto the upper or lower end of another, by the pointer. Firefox begins the drag and carries it over
 * the page; letting go ends it without a `drop` or a `dragend` (its WebDriver has none yet), so the page sends those.
 */
export async function drag(
  { page, find, pointAt, becomes }: Visitor,
  from: string,
  to: string,
  end: 'top' | 'bottom' | 'given up',
) {
  const start = await pointAt(from);
  // Where it is by now: what is dragged was brought into sight.
  const middle = await (await find(to)).clickablePoint();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  // It begins after a few pixels, and what is drawn of it comes with the next frame.
  await expect
    .poll(async () => {
      await page.mouse.move(start.x + 8, start.y + 2, { steps: 2 });
      await page.mouse.move(middle.x, middle.y, { steps: 2 });
      return (await page.$(LINE)) !== null;
    })
    .toBe(true);
  await page.evaluate(`{
    const to = document.querySelector(${JSON.stringify(to)});
    const box = to.getBoundingClientRect();
    const at = { clientX: box.left + 40, clientY: ${end === 'top' ? 'box.top + 3' : 'box.bottom - 3'} };
    const [type, target] = ${end === 'given up' ? `['dragend', document.querySelector(${JSON.stringify(from)})]` : "['drop', to]"};
    const dataTransfer = new DataTransfer();
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...at }));
  }`);
  await page.mouse.up();
  await becomes(`document.querySelector('${LINE}')`, null);
}
