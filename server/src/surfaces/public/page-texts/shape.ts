/** Texts of our pages for recipients of emails; `{store}` and `{address}` are placeholders. */
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
