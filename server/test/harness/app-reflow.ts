import type { Page } from 'playwright-core';

/**
 * Windows in which a page is a single narrow column: a small phone, and 1280 × 1024 pixels enlarged four
 * times.
 */
export const narrowScreens = {
  small: { viewport: { width: 320, height: 640 } },
  enlarged: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
};

/** The smallest size that a finger or an unsteady hand can hit. */
const TARGET = 24;

/**
 * What makes a narrow window unusable: overflow, truncated button labels, and targets that are too small to
 * hit. Blocks of the email are as large as the email makes them, but each has its row in the list.
 */
const REFLOW_FAULTS = `(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const faults = wide > 0 ? ['the page is wider than its window by ' + wide] : [];
    const nameOf = (each) =>
      each.getAttribute('aria-label') || each.labels?.[0]?.textContent || each.textContent.trim() || each.outerHTML;
    // An inline link has the height of its line.
    const targets = 'button, input, select, textarea, summary, [role=treeitem], [role=menuitem], [role=option]';
    for (const each of document.querySelectorAll(targets)) {
      if (each.closest('[data-block]:not([role=treeitem]), [aria-hidden=true]') || !each.checkVisibility({ visibilityProperty: true })) continue;
      // Clicking the label of a checkbox works too.
      const boxes = [each, ...(each.labels ?? [])].map((part) => part.getBoundingClientRect());
      const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
      const height = Math.max(...boxes.map((box) => box.height));
      if (height === 0 || each.getBoundingClientRect().width <= 1) continue;
      if (right - left < ${TARGET} - 0.01 || height < ${TARGET} - 0.01)
        faults.push('too small (' + Math.round(right - left) + ' × ' + Math.round(height) + '): ' + nameOf(each));
      // Content of a scrollable element, such as a toolbar, is still reachable.
      let outer = each.parentElement;
      while (outer && !/auto|scroll/.test(getComputedStyle(outer).overflowX)) outer = outer.parentElement;
      if (!outer && (left < -0.5 || right > innerWidth + 0.5)) faults.push('sticks out: ' + nameOf(each));
      const isCut = [each, ...each.querySelectorAll('*')].some(
        (part) =>
          part.clientWidth > 1 &&
          part.scrollWidth > part.clientWidth + 1 &&
          getComputedStyle(part).overflowX !== 'visible' &&
          // Names that people enter may be of any length.
          !part.matches('[data-truncate]') &&
          [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ''),
      );
      if (each.matches('button') && isCut) faults.push('cut off: ' + nameOf(each));
    }
    return [...new Set(faults)];
})()`;

export const reflowFaults = (page: Page) => page.evaluate<string[]>(REFLOW_FAULTS);
