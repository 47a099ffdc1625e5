/** What recipients of emails read on our pages; `{store}` and `{address}` are filled in. */
export interface PageTexts {
  unsubscribe: string;
  ask: string;
  done: string;
  doneText: string;
  undo: string;
  undone: string;
  undoneText: string;
  broken: string;
  brokenText: string;
  preview: string;
  previewText: string;
}
