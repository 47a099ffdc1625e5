import type { WorkRow } from 'outstep/features/layouts/translations/translation-work.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import type { DesignChange } from '../../editor/model/history.rules.ts';

export type { WorkRow };

/** The code of a language and its name. */
export interface LanguageInfo {
  locale: string;
  name: string;
  dir: 'ltr' | 'rtl';
}

/** The unsaved work on a language that translating reads and writes. */
export interface TranslatedDraft {
  design: JsonObject | null;
  content: JsonObject;
  run(change: DesignChange): void;
  write(name: 'subject' | 'previewText' | 'body', value: string): void;
  undo(): void;
  redo(): void;
}
