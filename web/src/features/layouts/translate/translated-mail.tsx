import { Paper } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useDrawnMail } from '../../editor/canvas/use-drawn-mail.ts';
import { PhonePreview } from '../../editor/views/phone-preview.tsx';
import { blockAt } from './places.rules.ts';
import classes from './translate.module.css';
import { useTranslateTexts } from './use-translate-texts.ts';

interface TranslatedMailProps {
  layoutId: string;
  locale: string;
  /** How the language is called. */
  language: string;
  subject: string;
  previewText: string;
  design: JsonObject;
  /** Where the text that is being written is in the language; `null` where it is in no block. */
  at: string | null;
}

/** Drawing the email would slow down whoever writes. */
const REST_MS = 400;

/** The email of the language that is translated, at the block whose text is written. */
export function TranslatedMail({ layoutId, locale, language, design, at, ...lines }: TranslatedMailProps) {
  const texts = useTranslateTexts();
  const [rested] = useDebouncedValue(design, REST_MS);
  const [subject] = useDebouncedValue(lines.subject, REST_MS);
  const [previewText] = useDebouncedValue(lines.previewText, REST_MS);
  const { drawn, isAvailable } = useDrawnMail({
    ...{ layoutId, locale, subject, previewText, design: rested },
    ...{ isMain: false, isSaved: false, hasText: false, data: null },
  });
  if (!isAvailable || !drawn) return null;
  return (
    <Paper withBorder className={classes['mail'] ?? ''}>
      <PhonePreview
        {...{ label: texts.mail(language), html: drawn.mail.html, drawn }}
        shown={at === null ? null : blockAt(drawn.mail.places, at)}
      />
    </Paper>
  );
}
