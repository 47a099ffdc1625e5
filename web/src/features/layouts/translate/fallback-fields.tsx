import { TextInput } from '@mantine/core';
import {
  defaultPairsOf,
  withDefaultString,
} from 'outstep/features/rendering/liquid/default-strings.rules.ts';
import type { KeyboardEvent } from 'react';
import type { LanguageInfo } from './content.ts';
import classes from './translate.module.css';
import { useTranslateTexts } from './use-translate-texts.ts';

interface FallbackFieldsProps {
  name: string;
  text: string;
  source: string;
  to: LanguageInfo;
  readOnly: boolean;
  onWrite(text: string): void;
  onKey(event: KeyboardEvent): void;
}

/** Fallbacks for empty values in a text. They are inside of chips, so they are edited beside the text. */
export function FallbackFields({ name, text, source, to, readOnly, onWrite, onKey }: FallbackFieldsProps) {
  const texts = useTranslateTexts();
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !['z', 'y'].includes(event.key.toLowerCase())) return;
    // Undo applies to the whole session instead of this field.
    event.preventDefault();
    onKey(event);
  };
  return defaultPairsOf(text, source).map(({ own, source: original }, i) => (
    <TextInput
      // biome-ignore lint/suspicious/noArrayIndexKey: a default is identified only by its position
      key={i}
      size="xs"
      className={classes['fallback'] ?? ''}
      label={texts.fallback(original)}
      aria-label={texts.fallbackField(name, to.name, i + 1)}
      lang={to.locale}
      dir={to.dir}
      readOnly={readOnly}
      value={own.text}
      onChange={({ currentTarget }) => onWrite(withDefaultString(text, own, currentTarget.value))}
      onKeyDown={keys}
    />
  ));
}
