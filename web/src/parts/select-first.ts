/**
 * Marks the first entry of a list. One that has just opened stands at the top of the page for a moment, and bringing its
 * entry into sight there would take the page along.
 */
export function selectFirst(list: { selectFirstOption(): unknown }) {
  const { scrollX, scrollY } = window;
  list.selectFirstOption();
  window.scrollTo(scrollX, scrollY);
}
