import { ActionIcon, Combobox, Textarea, TextInput, useCombobox } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../texts/texts.tsx';
import type { TextControl } from './code-editor/long-text.tsx';
import { LongField } from './long-field.tsx';
import { selectFirst } from './select-first.ts';

/**
 * The Liquid being typed at the cursor, such as `{{ var`: from its braces to the end of what a choice
 * replaces.
 */
interface LiquidWord {
  from: number;
  to: number;
  typed: string;
}

/** The unfinished `{{` around the cursor, if any. */
function liquidWordAt(text: string, cursor: number): LiquidWord | null {
  const begun = /\{\{-?\s*([\w.[\]-]*)$/.exec(text.slice(0, cursor));
  if (!begun) return null;
  const rest = /^[\w.[\]-]*\s*\}\}/.exec(text.slice(cursor))?.[0].length ?? 0;
  return { from: begun.index, to: cursor + rest, typed: begun[1] ?? '' };
}

/** Browsers lay out all lines of a textarea, which takes unacceptably long beyond this length. */
const LONG = 20_000;

interface LiquidFieldProps extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'value' | 'ref'> {
  /** Accessible name, for a field without a visible label. */
  name: string;
  value?: string;
  onChange?: (value: string) => void;
  /** Names to suggest, such as `variables.order.id` and `secrets.TOKEN`. */
  names: readonly string[];
  multiline?: boolean;
  /** Whether the surrounding editor handles Ctrl+Z. */
  isUndoneOutside?: boolean;
}

/** A text that may contain Liquid: `{{` or the button suggests names. */
export function LiquidField(given: LiquidFieldProps) {
  const { name, value = '', onChange, names, multiline = false, isUndoneOutside = false, ...props } = given;
  const { httpRequests } = useTexts();
  const field = useRef<TextControl>(null);
  const waiting = useRef<HTMLTextAreaElement>(null);
  /** The cursor position to restore after the next render. */
  const after = useRef<number | null>(null);
  const isWriting = useRef(false);
  const [word, setWord] = useState<LiquidWord | null>(null);
  const isLong = multiline && value.length > LONG;
  const wasLong = useRef(isLong);
  const combobox = useCombobox({ opened: word !== null, onDropdownClose: () => setWord(null) });
  const typed = word?.typed.toLowerCase() ?? '';
  const matches = word ? names.filter((each) => each.toLowerCase().includes(typed)) : [];
  const count = matches.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the list changes
  useEffect(() => {
    if (word) selectFirst(combobox);
  }, [typed, count, word === null]);
  const restoreSelection = () => {
    // Undo may also replace the field that has the focus.
    if (isWriting.current && wasLong.current !== isLong) after.current ??= value.length;
    wasLong.current = isLong;
    if (after.current === null) return;
    // Focus moves on to the editor once it has loaded.
    if (!field.current) return waiting.current?.focus();
    field.current.focus();
    field.current.setSelectionRange(after.current, after.current);
    after.current = null;
  };
  // Must run before the next key arrives.
  useLayoutEffect(restoreSelection);

  const look = ({ value: text, selectionStart }: TextControl) =>
    setWord(liquidWordAt(text, selectionStart ?? 0));
  const replace = (from: number, to: number, text: string) => {
    after.current = from + text.length;
    onChange?.(value.slice(0, from) + text + value.slice(to));
  };
  const choose = (chosen: string) => {
    if (!word) return;
    replace(word.from, word.to, `{{ ${chosen} }}`);
    setWord(null);
    field.current?.focus();
  };
  /** Handles a long paste itself, because the browser lays out the text before reporting it. */
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart: from, selectionEnd: to, readOnly } = event.currentTarget;
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    if (readOnly || value.length - (to - from) + text.length <= LONG) return;
    event.preventDefault();
    replace(from, to, text);
  };
  const offer = () => {
    const cursor = field.current?.selectionStart ?? value.length;
    field.current?.focus();
    setWord(liquidWordAt(value, cursor) ?? { from: cursor, to: cursor, typed: '' });
  };
  const press = (event: KeyboardEvent) => {
    if (!word) return;
    if (event.key === 'ArrowDown') combobox.selectNextOption();
    else if (event.key === 'ArrowUp') combobox.selectPreviousOption();
    else if (event.key === 'Enter' && count > 0) combobox.clickSelectedOption();
    else if (event.key === 'Escape') setWord(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const enter = (event: FocusEvent) => {
    isWriting.current = true;
    props.onFocus?.(event as FocusEvent<HTMLInputElement>);
  };
  const leave = () => {
    isWriting.current = false;
    after.current = null;
    setWord(null);
  };

  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={httpRequests.insert(name)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={offer}
    >
      <IconBraces size={16} />
    </ActionIcon>
  );
  const shared = {
    ...props,
    'aria-label': props.label ? undefined : name,
    value,
    onKeyDown: press,
    onFocus: enter,
    onBlur: leave,
    spellCheck: false,
    // Follows the direction of the text, regardless of the app's language.
    dir: 'auto' as const,
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } },
    rightSection: button,
  };
  const write = (place: TextControl) => {
    // When a text crosses the length limit, its field is replaced, and the cursor position must be kept.
    if (multiline && place.value.length > LONG !== isLong) after.current = place.selectionStart;
    onChange?.(place.value);
    look(place);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" shadow="md">
      <Combobox.Target withKeyboardNavigation={false}>
        {isLong ? (
          <LongField
            {...{ name, value, field, waiting }}
            {...{ id: props.id, label: props.label, description: props.description, error: props.error }}
            readOnly={props.readOnly ?? false}
            hasUndo={!isUndoneOutside}
            aside={button}
            onChange={() => field.current && write(field.current)}
            onReady={restoreSelection}
            onWait={() => {
              after.current ??= 0;
            }}
            onTyped={(text) => replace(after.current ?? 0, after.current ?? 0, text)}
            onFocus={enter}
            onBlur={leave}
            onKeyDown={press}
          />
        ) : multiline ? (
          <Textarea
            {...(shared as ComponentProps<typeof Textarea>)}
            ref={field as React.RefObject<HTMLTextAreaElement>}
            autosize
            minRows={6}
            maxRows={20}
            rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 8 } }}
            onChange={({ currentTarget }) => write(currentTarget)}
            onPaste={paste}
          />
        ) : (
          <TextInput
            {...(shared as ComponentProps<typeof TextInput>)}
            ref={field as React.RefObject<HTMLInputElement>}
            onChange={({ currentTarget }) => write(currentTarget)}
          />
        )}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={httpRequests.names} mah={220} style={{ overflowY: 'auto' }}>
          {count === 0 && <Combobox.Empty>{httpRequests.noNames}</Combobox.Empty>}
          {matches.map((each) => (
            <Combobox.Option value={each} key={each} ff="monospace" fz="xs">
              {each}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
