import { expect } from 'vitest';
import type { visitInFirefox } from './editor-in-firefox.ts';

type Visitor = Awaited<ReturnType<typeof visitInFirefox>>;

const LINE = '[data-drop-line]';

/**
 * Drags one element onto the upper or lower edge of another, with the pointer. Firefox starts the drag and
 * carries it over the page; releasing ends it without a `drop` or a `dragend` (its WebDriver doesn't support
 * them yet), so the page dispatches those.
 */
export async function drag(
  { page, find, pointAt, becomes }: Visitor,
  from: string,
  to: string,
  end: 'top' | 'bottom' | 'given up',
) {
  const start = await pointAt(from);
  // Its current position, because the dragged element was scrolled into view.
  const middle = await (await find(to)).clickablePoint();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  // The drag starts after a few pixels, and its marker is drawn with the next frame.
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
