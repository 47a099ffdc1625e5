import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import type { LanguageInfo, WorkRow } from './content.ts';
import { isHtml } from './row-facts.rules.ts';
import { SourceText } from './source-text.tsx';
import type { TextWord } from './text-words.rules.ts';
import classes from './translate.module.css';
import { useFieldView } from './use-field-view.ts';
import { useTranslateTexts } from './use-translate-texts.ts';

interface TranslatedTextProps {
  row: WorkRow;
  name: string;
  to: LanguageInfo;
  text: string;
  words: readonly TextWord[];
  readOnly: boolean;
  fault: string | null;
  labelOfChip(code: string): string;
  /** Chips of the source that the translation lacks. */
  missing: readonly string[];
  onWrite(path: string, text: string): void;
  onUndo(): void;
  onRedo(): void;
  register(path: string, focus: (() => void) | null): void;
}

/** The translation of a text, editable or read-only. */
export function TranslatedText(props: TranslatedTextProps) {
  const { to, words, readOnly, labelOfChip } = props;
  if (!readOnly) return <TextField {...props} />;
  return (
    <div className={classes['read']} lang={to.locale} dir={to.dir}>
      <SourceText runs={[{ how: 'same', items: words }]} labelOfChip={labelOfChip} />
    </div>
  );
}

function TextField({ row, name, to, text, labelOfChip, missing, fault, ...props }: TranslatedTextProps) {
  const texts = useTranslateTexts();
  const { path } = row;
  const { register } = props;
  const room = useRef<HTMLDivElement>(null);
  const field = useFieldView(
    {
      ...{ value: text, isHtml: isHtml(path), label: texts.field(name, to.name), labelOfChip },
      ...{ onWrite: (next) => props.onWrite(path, next), onUndo: props.onUndo, onRedo: props.onRedo },
    },
    room,
  );
  const focus = useEventCallback(field.focus);
  useEffect(() => {
    register(path, focus);
    return () => register(path, null);
  }, [path, register, focus]);
  return (
    <>
      {field.isUnfit && (
        <Text size="sm" c="dimmed">
          {texts.asCode}
        </Text>
      )}
      <div
        ref={room}
        hidden={field.isUnfit}
        className={classes['field']}
        data-fault={fault !== null || undefined}
        lang={to.locale}
        dir={to.dir}
      />
      {fault !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      {missing.length > 0 && !field.isUnfit && (
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {texts.missing}
          </Text>
          {missing.slice(0, MOST_OFFERED).map((code, i) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: one chip may be missing twice
              key={i}
              size="compact-xs"
              variant="default"
              aria-label={texts.insert(labelOfChip(code))}
              onClick={() => field.insert(code)}
            >
              {labelOfChip(code)}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}

/** A text that lacks more than this has other problems. */
const MOST_OFFERED = 8;
