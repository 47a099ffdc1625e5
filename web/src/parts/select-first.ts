/**
 * Selects the first entry of a list. A list that has just opened is briefly at the top of the page, where
 * scrolling its entry into view would move the page.
 */
export function selectFirst(list: { selectFirstOption(): unknown }) {
  const { scrollX, scrollY } = window;
  list.selectFirstOption();
  window.scrollTo(scrollX, scrollY);
}
