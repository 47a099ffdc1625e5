import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import {
  addTestEntry,
  addVariable,
  removeVariable,
  setVariable,
  testFields,
} from '../model/test-variables.rules.ts';
import { type EditorSession, fieldPath } from '../session/session.ts';
import { useTestVariableTexts } from './use-test-variable-texts.ts';
import { type FieldActions, VariableField } from './variable-field.tsx';

interface VariableFormProps {
  session: EditorSession;
  variables: JsonObject;
  announce(text: string): void;
}

/** All values by name; lists show each entry. */
export function VariableForm({ session, variables, announce }: VariableFormProps) {
  const texts = useTestVariableTexts();
  const form = useRef<HTMLDivElement>(null);
  const { design, run, canChange } = session;
  const { fields, isCut } = useMemo(() => testFields(variables), [variables]);
  /** The element to focus, which exists only after the next render. */
  const next = useRef<string | null>(null);
  const focusOn = (selector: string) => {
    next.current = selector;
  };
  useEffect(() => {
    const found = next.current && form.current?.querySelector<HTMLElement>(next.current);
    if (!found) return;
    next.current = null;
    found.focus();
  });
  const actions: FieldActions = {
    set: (path: JsonPath, value: Json) => run(setVariable(design, variables, path, value)),
    remove(path) {
      run(removeVariable(design, variables, path));
      announce(texts.removed(fieldPath(path)));
      // The pressed button disappears with the value.
      const list = fieldPath(path.slice(0, -1));
      focusOn(
        typeof path.at(-1) === 'number' ? `[data-add-to="${CSS.escape(list)}"]` : '[data-new-variable]',
      );
    },
    addTo(path) {
      run(addTestEntry(design, variables, path));
      announce(texts.added(fieldPath(path)));
    },
  };
  return (
    <Stack gap="md" ref={form}>
      {fields.length === 0 && <Text size="sm">{texts.none}</Text>}
      {fields.map((field) => (
        <VariableField key={fieldPath(field.path)} field={field} actions={actions} readOnly={!canChange} />
      ))}
      {isCut && <Text size="sm">{texts.cut}</Text>}
      {canChange && (
        <NewVariable
          onAdd={(typed) => {
            const added = addVariable(design, variables, typed);
            if ('reason' in added) return added.reason;
            run(added.change);
            announce(texts.added(fieldPath(added.path)));
            focusOn(`#${CSS.escape(`variable-${fieldPath(added.path)}`)}`);
            return null;
          }}
        />
      )}
    </Stack>
  );
}

/** Adds a variable by name; its value is filled in afterward. */
function NewVariable({ onAdd }: { onAdd(typed: string): 'name' | 'taken' | null }) {
  const texts = useTestVariableTexts();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<'name' | 'taken' | null>(null);
  const add = () => {
    const refused = onAdd(typed);
    setReason(refused);
    if (refused === null) setTyped('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        data-new-variable
        style={{ flex: 1, minWidth: 0 }}
        label={texts.name}
        description={texts.nameHint}
        value={typed}
        error={reason === null ? null : reason === 'name' ? texts.wrongName : texts.taken}
        spellCheck={false}
        autoCapitalize="none"
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setReason(null);
        }}
      />
      <Button mt={45} variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {texts.add}
      </Button>
    </Group>
  );
}
