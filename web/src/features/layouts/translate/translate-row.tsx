import { Badge, Button, Group, Text, Tooltip } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { type BlockEntry, isWithin } from '../../editor/model/blocks.rules.ts';
import { loopsAround, type Scope, scopeIn, stepsOf } from '../../editor/text/scope.rules.ts';
import { changedWords, type WordRun } from './changed-words.rules.ts';
import type { LanguageInfo, WorkRow } from './content.ts';
import { FallbackFields } from './fallback-fields.tsx';
import { chipLabel } from './open-field.rules.ts';
import { growthPercent, isHtml, missingChips, needsTranslation } from './row-facts.rules.ts';
import { SourceText } from './source-text.tsx';
import { textWordsOf } from './text-words.rules.ts';
import classes from './translate.module.css';
import { TranslatedText } from './translated-text.tsx';
import { undoByKey } from './use-field-view.ts';
import { useTranslateTexts } from './use-translate-texts.ts';

/** Sample values for a text's chips, including those in loops. */
function scopeAt(path: string, entries: readonly BlockEntry[], variables: JsonObject): Scope {
  const [, ...steps] = stepsOf(path);
  const block = entries.findLast((entry) => isWithin(entry.path, steps));
  return scopeIn(block ? loopsAround(entries, block.key) : [], variables);
}

export interface TranslateRowProps {
  row: WorkRow;
  name: string;
  from: LanguageInfo;
  to: LanguageInfo;
  /** The current text of the language, saved or not; `null` if it has no such block. */
  text: string | null;
  state: WorkRow['state'];
  /** Marked as up to date without a change. */
  isMarked: boolean;
  isEdited: boolean;
  /** Whether the text has no room to grow. */
  isTight: boolean;
  readOnly: boolean;
  fault: string | null;
  /** Blocks of the main language, and variables for the labels of chips. */
  entries: readonly BlockEntry[];
  variables: JsonObject;
  onWrite(path: string, text: string): void;
  onMark(path: string, isDone: boolean): void;
  onNext(path: string): void;
  onUndo(): void;
  onRedo(): void;
  /** Called when the row receives the focus. */
  onReach(path: string): void;
  /** Registers how to focus the row; `null` unregisters it. */
  register(path: string, focus: (() => void) | null): void;
}

const colors = { new: 'blue', changed: 'yellow', suggested: 'gray', done: 'teal' } as const;

/** One text, in the main language and in another. */
export const TranslateRow = memo(function TranslateRow(props: TranslateRowProps) {
  const { row, name, from, to, text, state, isMarked, isEdited, readOnly, entries, variables } = props;
  const { onMark, onNext, onReach, register } = props;
  const { path, source, was } = row;
  const texts = useTranslateTexts();
  const stillRight = useRef<HTMLButtonElement>(null);
  const scope = useMemo(() => scopeAt(path, entries, variables), [path, entries, variables]);
  const labelOfChip = useCallback((code: string) => chipLabel(code, scope, texts.tags), [scope, texts]);
  const html = isHtml(path);
  const now = useMemo(() => textWordsOf(source, html, from.locale), [source, html, from.locale]);
  const runs = useMemo(
    (): WordRun[] =>
      was === null ? [{ how: 'same', items: now }] : changedWords(textWordsOf(was, html, from.locale), now),
    [was, now, html, from.locale],
  );
  const mine = useMemo(() => textWordsOf(text ?? '', html, to.locale), [text, html, to.locale]);
  const grown = props.isTight ? growthPercent(now, mine, labelOfChip) : null;
  const missing = text === null ? [] : missingChips(now, mine);
  useEffect(() => {
    if (text !== null) return;
    register(path, () => stillRight.current?.focus());
    return () => register(path, null);
  }, [text, path, register]);
  const keys = (event: KeyboardEvent) => {
    // Tab moves to the next field instead of indenting a list item.
    if (event.key === 'Tab') return event.stopPropagation();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onNext(path);
  };
  const canMark = !readOnly && needsTranslation(row) && !isEdited;
  return (
    <li className={classes['row']} data-state={state} onFocus={() => onReach(path)}>
      <Group gap="xs" className={classes['name'] ?? ''}>
        <Text size="sm" fw={600} component="h3">
          {name}
        </Text>
        <Badge size="sm" variant="light" color={colors[state]} className={classes['state'] ?? ''}>
          {texts.states[state]}
        </Badge>
        {grown !== null && (
          <Tooltip label={texts.grownHint} multiline maw={280}>
            <Badge size="sm" variant="outline" color="gray">
              {texts.grown(grown)}
            </Badge>
          </Tooltip>
        )}
      </Group>
      <div className={classes['source']} lang={from.locale} dir={from.dir}>
        <SourceText runs={runs} labelOfChip={labelOfChip} />
        {row.state === 'changed' && was === null && (
          <Text size="xs" c="dimmed" mt={4}>
            {texts.unknownBefore}
          </Text>
        )}
      </div>
      <div className={classes['target']} onKeyDownCapture={keys}>
        {text === null ? (
          <Text size="sm" c="dimmed">
            {texts.notHere(to.name)}
          </Text>
        ) : (
          <TranslatedText
            {...{ row, name, to, text, readOnly, labelOfChip, missing, words: mine, register }}
            {...{ fault: props.fault, onWrite: props.onWrite, onUndo: props.onUndo, onRedo: props.onRedo }}
          />
        )}
        {text !== null && (
          <FallbackFields
            {...{ name, text, source, to, readOnly }}
            onWrite={(next) => props.onWrite(path, next)}
            onKey={(event) => undoByKey(event, props)}
          />
        )}
        {canMark && (
          <Button
            ref={stillRight}
            size="compact-xs"
            variant={isMarked ? 'light' : 'default'}
            aria-pressed={isMarked}
            onClick={() => onMark(path, !isMarked)}
            onKeyDown={(event) => (event.ctrlKey || event.metaKey) && undoByKey(event, props)}
            className={classes['right'] ?? ''}
          >
            {texts.stillRight}
          </Button>
        )}
      </div>
    </li>
  );
});
