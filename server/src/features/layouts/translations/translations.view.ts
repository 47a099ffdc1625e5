import { fieldName } from '../../../kernel/fields.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';
import { type Hash, staleOf } from '../content/stale.rules.ts';
import type { Translation } from './translations.schema.ts';

interface Row extends LanguageContent {
  locale: string;
  createdAt: Date;
  updatedAt: Date;
}

export function viewTranslation(row: Row, main: Row, hash: Hash): Translation {
  const { locale, subject, previewText, bodyDesign, body, attachments, marketingTexts } = row;
  return {
    locale,
    isMain: row.locale === main.locale,
    ...{ subject, previewText },
    ...(bodyDesign === null ? { body: body ?? '' } : { bodyDesign }),
    ...{ attachments, marketingTexts },
    stale: row.locale === main.locale ? [] : staleOf(row, main, hash).map(fieldName),
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}
