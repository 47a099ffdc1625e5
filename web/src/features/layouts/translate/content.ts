import type { WorkRow } from '../../../../../server/src/features/layouts/translations/translation-work.schema.ts';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import type { Change } from '../../editor/model/history.rules.ts';

/** What a language says, as far as it is translated. */
export interface Content {
  subject: string;
  previewText: string;
  bodyDesign?: JsonObject | undefined;
  body?: string | undefined;
}

export type { WorkRow };

/** A language as it is written and called. */
export interface Tongue {
  locale: string;
  name: string;
  dir: 'ltr' | 'rtl';
}

/** The unsaved work on a language, as far as Translate reads and writes it. */
export interface TranslatedDraft {
  design: JsonObject | null;
  content: JsonObject;
  run(change: Change): void;
  write(name: 'subject' | 'previewText' | 'body', value: string): void;
  undo(): void;
  redo(): void;
}
