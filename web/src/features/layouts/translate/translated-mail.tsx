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
  /** The name of the language. */
  language: string;
  subject: string;
  previewText: string;
  design: JsonObject;
  /** The path of the current text in the language; `null` if it isn't in a block. */
  at: string | null;
}

/** Drawing the email on every keystroke would slow down typing. */
const REST_MS = 400;

/** The translated email, scrolled to the block whose text is being edited. */
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
