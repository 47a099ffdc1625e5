import type { LanguageContent } from '../content/layout-state.schema.ts';
import type { MainTexts } from '../content/stale.rules.ts';
import type { Translation } from './translations.schema.ts';

interface Row extends LanguageContent {
  locale: string;
  createdAt: Date;
  updatedAt: Date;
}

/** `main` is `null` for the main language itself. */
export function viewTranslation(row: Row, main: MainTexts | null): Translation {
  const { locale, subject, previewText, bodyDesign, body, attachments, marketingTexts } = row;
  return {
    locale,
    isMain: main === null,
    ...{ subject, previewText },
    ...(bodyDesign === null ? { body: body ?? '' } : { bodyDesign }),
    ...{ attachments, marketingTexts },
    stale: main === null ? [] : [...main.staleOf(row).keys()],
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}
