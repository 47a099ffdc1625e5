import { ActionIcon, Combobox, Textarea, TextInput, useCombobox } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { selectFirst } from './select-first.ts';

/** What is being written at the cursor: `{{ var`, from its braces to where it is replaced up to. */
interface Word {
  from: number;
  to: number;
  typed: string;
}

/** The begun `{{` that a cursor stands in, if any. */
function wordAt(text: string, cursor: number): Word | null {
  const begun = /\{\{-?\s*([\w.[\]-]*)$/.exec(text.slice(0, cursor));
  if (!begun) return null;
  const rest = /^[\w.[\]-]*\s*\}\}/.exec(text.slice(cursor))?.[0].length ?? 0;
  return { from: begun.index, to: cursor + rest, typed: begun[1] ?? '' };
}

/** Measuring how high a longer text is takes longer than anybody waits. */
const LONG = 20_000;

type Field = HTMLInputElement | HTMLTextAreaElement;

interface LiquidFieldProps extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'value' | 'ref'> {
  /** What the field is called, where it has no label to be seen. */
  name: string;
  value?: string;
  onChange?: (value: string) => void;
  /** What can be filled in, such as `variables.order.id` and `secrets.TOKEN`. */
  names: readonly string[];
  multiline?: boolean;
}

/** A text that may hold Liquid: `{{` offers what can be filled in, and so does the button. */
export function LiquidField({ name, value = '', onChange, names, multiline, ...props }: LiquidFieldProps) {
  const { httpRequests } = useTexts();
  const field = useRef<Field>(null);
  const after = useRef<number | null>(null);
  const [word, setWord] = useState<Word | null>(null);
  const isLong = value.length > LONG;
  const combobox = useCombobox({ opened: word !== null, onDropdownClose: () => setWord(null) });
  const typed = word?.typed.toLowerCase() ?? '';
  const matches = word ? names.filter((each) => each.toLowerCase().includes(typed)) : [];
  const count = matches.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins with its first again
  useEffect(() => {
    if (word) selectFirst(combobox);
  }, [typed, count, word === null]);
  useEffect(() => {
    if (after.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(after.current, after.current);
    after.current = null;
  });

  const look = ({ value: text, selectionStart }: Field) => setWord(wordAt(text, selectionStart ?? 0));
  const choose = (chosen: string) => {
    if (!word) return;
    const filled = `{{ ${chosen} }}`;
    after.current = word.from + filled.length;
    onChange?.(value.slice(0, word.from) + filled + value.slice(word.to));
    setWord(null);
    field.current?.focus();
  };
  const offer = () => {
    const cursor = field.current?.selectionStart ?? value.length;
    field.current?.focus();
    setWord(wordAt(value, cursor) ?? { from: cursor, to: cursor, typed: '' });
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

  const shared = {
    ...props,
    'aria-label': props.label ? undefined : name,
    value,
    onKeyDown: press,
    onBlur: () => setWord(null),
    spellCheck: false,
    // As its words are written, whatever the language of the app.
    dir: 'auto' as const,
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } },
    rightSection: (
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
    ),
  };
  const write = ({ currentTarget }: { currentTarget: Field }) => {
    // A text that becomes long gets another field, where the cursor is the same.
    if (currentTarget.value.length > LONG !== isLong) after.current = currentTarget.selectionStart;
    onChange?.(currentTarget.value);
    look(currentTarget);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" shadow="md">
      <Combobox.Target withKeyboardNavigation={false}>
        {multiline ? (
          <Textarea
            {...(shared as ComponentProps<typeof Textarea>)}
            ref={field as React.RefObject<HTMLTextAreaElement>}
            {...(isLong ? { rows: 20 } : { autosize: true, minRows: 6, maxRows: 20 })}
            rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 8 } }}
            onChange={write}
          />
        ) : (
          <TextInput
            {...(shared as ComponentProps<typeof TextInput>)}
            ref={field as React.RefObject<HTMLInputElement>}
            onChange={write}
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
