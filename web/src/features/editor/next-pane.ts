/** F6 goes around: tools, mail, outline, fields. */
export function goToNextPane(editor: HTMLElement, by: 1 | -1) {
  const panes = [
    ...editor.querySelectorAll<HTMLElement>('[role=toolbar], [role=listbox], [role=tree], [data-fields]'),
  ];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes.at((at + by + panes.length) % panes.length);
  const isStop = next?.matches('[role=listbox]');
  const first = isStop
    ? next
    : next?.querySelector<HTMLElement>('[tabindex="0"], button:not([disabled]), input, textarea, a');
  first?.focus();
}
