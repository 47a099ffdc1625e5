import type { WorkRow } from 'outstep/features/layouts/translations/translation-work.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import type { DesignChange } from '../../editor/model/history.rules.ts';

export type { WorkRow };

/** A language as it is written and called. */
export interface LanguageInfo {
  locale: string;
  name: string;
  dir: 'ltr' | 'rtl';
}

/** The unsaved work on a language, as far as Translate reads and writes it. */
export interface TranslatedDraft {
  design: JsonObject | null;
  content: JsonObject;
  run(change: DesignChange): void;
  write(name: 'subject' | 'previewText' | 'body', value: string): void;
  undo(): void;
  redo(): void;
}
