import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { sampleAt } from './chips.rules.ts';
import classes from './text.module.css';
import { pathsOf } from './variable-paths.rules.ts';

interface VariablePickerProps {
  /** Of what the layout uses already. */
  names: readonly string[];
  variables: JsonObject;
  /** With the Liquid that was chosen or typed. */
  onPick(code: string): void;
}

/** What can be filled in, with samples; what is not in the list can be typed, `}}` ends it. */
export function VariablePicker({ names, variables, onPick }: VariablePickerProps) {
  const { text } = useTexts().editor;
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true });
  const wanted = typed.trim().toLowerCase();
  const isWanted = (path: string) =>
    path.toLowerCase().includes(wanted) || (sampleAt(path, variables) ?? '').toLowerCase().includes(wanted);
  const used = names.filter(isWanted);
  const tested = pathsOf(variables).filter((path) => !names.includes(path) && isWanted(path));
  const count = used.length + tested.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins with its first again
  useEffect(() => {
    combobox.selectFirstOption();
  }, [typed, count]);
  const pick = (expression: string) => onPick(`{{ ${expression.trim()} }}`);
  const write = (value: string) => {
    const end = value.indexOf('}}');
    if (end > 0 && value.slice(0, end).trim() !== '') return pick(value.slice(0, end));
    setTyped(value);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || count > 0) return;
    event.preventDefault();
    if (wanted !== '') pick(typed);
  };
  const group = (label: string, paths: readonly string[]) =>
    paths.length > 0 && (
      <Combobox.Group label={label}>
        {paths.map((path) => (
          <Combobox.Option value={path} key={path}>
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <Text size="xs" ff="monospace" truncate>
                {path.replace(/^variables\./, '')}
              </Text>
              <Text size="xs" truncate maw="50%">
                <bdi>{sampleAt(path, variables) ?? ''}</bdi>
              </Text>
            </Group>
          </Combobox.Option>
        ))}
      </Combobox.Group>
    );
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label={text.search}
          placeholder={text.search}
          value={typed}
          onKeyDown={press}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes['options'] ?? ''} mt="xs" aria-label={text.variables}>
        {count === 0 && <Combobox.Empty>{text.noVariables}</Combobox.Empty>}
        {group(text.used, used)}
        {group(text.tested, tested)}
      </Combobox.Options>
    </Combobox>
  );
}
