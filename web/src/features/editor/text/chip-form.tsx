import { Alert, Autocomplete, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { codeOf, partsOf } from './chips.rules.ts';
import type { Scope } from './scope.rules.ts';
import { type ChipMark, withDefault } from './sent-variables.rules.ts';
import { useWritingTexts } from './use-writing-texts.ts';
import { filterFor } from './variable-suggestions.rules.ts';

interface ChipFormProps {
  code: string;
  names: readonly string[];
  filters: readonly string[];
  scope: Scope;
  /** Whether recent steps send the variable never or only sometimes. */
  mark: ChipMark | null;
  onSet(code: string): void;
  onRemove(): void;
}

/** The value that Liquid fills in, its filters, and the code itself. */
export function ChipForm({ code, names, filters, scope, mark, onSet, onRemove }: ChipFormProps) {
  const { text } = useTexts().editor;
  const [written, setWritten] = useState(code);
  const [parts, setParts] = useState(() => partsOf(code));
  const put = (path: string, filters: string) => {
    setParts({ path, filters });
    setWritten(codeOf(path, filters));
  };
  const add = (filter: string | null) => {
    if (!parts || filter === null) return;
    const next = filterFor(filter, parts.path, scope);
    put(parts.path, parts.filters === '' ? next : `${parts.filters} | ${next}`);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The form is nested in the layout's form, which must not be submitted.
        event.stopPropagation();
        if (/^\{[{%][\s\S]*[}%]\}$/.test(written.trim())) onSet(written.trim());
      }}
    >
      <Stack gap="xs">
        {parts && mark && (
          <MissingValue
            mark={mark}
            onDefault={(text) => onSet(codeOf(parts.path, withDefault(parts.filters, text)))}
          />
        )}
        {parts && (
          <>
            <Autocomplete
              data-autofocus
              label={text.value}
              data={[...names]}
              limit={20}
              value={parts.path}
              comboboxProps={{ withinPortal: false }}
              onChange={(path) => put(path, parts.filters)}
            />
            <Select
              label={text.filter}
              placeholder={text.addFilter}
              searchable
              data={[...filters]}
              value={null}
              comboboxProps={{ withinPortal: false }}
              onChange={add}
            />
          </>
        )}
        <TextInput
          {...(!parts && { 'data-autofocus': true })}
          label={text.code}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          spellCheck={false}
          value={written}
          onChange={({ currentTarget }) => {
            setWritten(currentTarget.value);
            setParts(partsOf(currentTarget.value));
          }}
        />
        <Group gap="xs" justify="space-between">
          <Button size="xs" variant="subtle" color="red" onClick={onRemove}>
            {text.removeChip}
          </Button>
          <Button size="xs" type="submit">
            {text.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A note that steps omit the variable, and the fallback shown instead. */
function MissingValue({ mark, onDefault }: { mark: ChipMark; onDefault(text: string): void }) {
  const texts = useWritingTexts();
  const [typed, setTyped] = useState('');
  const use = () => onDefault(typed);
  return (
    <Alert color="yellow" variant="light" p="xs">
      <Text size="xs">{texts.notes[mark.kind](mark.sentBy, mark.count)}</Text>
      <Group gap="xs" align="flex-end" wrap="nowrap" mt={4}>
        <TextInput
          size="xs"
          flex={1}
          label={texts.instead}
          value={typed}
          maxLength={200}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            use();
          }}
        />
        <Button size="xs" variant="default" onClick={use}>
          {texts.useInstead}
        </Button>
      </Group>
    </Alert>
  );
}
