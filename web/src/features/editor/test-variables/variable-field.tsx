import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Json, JsonPath } from 'outstep/kernel/json.ts';
import { useState } from 'react';
import { NumberField } from '../../../parts/number-field.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import type { TestField } from '../model/test-variables.rules.ts';
import { fieldPath } from '../session/session.ts';
import { useTestVariableTexts } from './use-test-variable-texts.ts';

export interface FieldActions {
  set(path: JsonPath, value: Json): void;
  remove(path: JsonPath): void;
  addTo(path: JsonPath): void;
}

interface VariableFieldProps {
  field: TestField;
  actions: FieldActions;
  readOnly: boolean;
}

/** A value, group or list, with a button to remove it. */
export function VariableField({ field, actions, readOnly }: VariableFieldProps) {
  const { editor } = useTexts();
  const texts = useTestVariableTexts();
  const { path } = field;
  const step = path.at(-1);
  const label = typeof step === 'number' ? editor.entry(step + 1) : String(step);
  const name = fieldPath(path);
  const remove = () => actions.remove(path);
  if (!('fields' in field))
    return (
      <Group gap={4} align={field.kind === 'choice' ? 'center' : 'flex-end'} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <ValueInput field={field} label={label} readOnly={readOnly} onSet={actions.set} />
        </div>
        {!readOnly && (
          <Tooltip label={texts.remove(name)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={texts.remove(name)}
              onClick={remove}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    );
  return (
    <Fieldset legend={label} p="sm">
      <Stack gap="sm">
        {field.fields.map((inner) => (
          <VariableField key={fieldPath(inner.path)} field={inner} actions={actions} readOnly={readOnly} />
        ))}
        {!readOnly && (
          <Group justify="space-between">
            {field.kind === 'list' && (
              <Button
                size="xs"
                variant="default"
                data-add-to={name}
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => actions.addTo(path)}
              >
                {texts.addTo(name)}
              </Button>
            )}
            <Button
              size="compact-sm"
              ms="auto"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={remove}
            >
              {texts.remove(name)}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

interface ValueInputProps {
  field: Exclude<TestField, { fields: unknown }>;
  label: string;
  readOnly: boolean;
  onSet: FieldActions['set'];
}

function ValueInput({ field, label, readOnly, onSet }: ValueInputProps) {
  const { path } = field;
  const shared = { id: `variable-${fieldPath(path)}`, label, readOnly };
  switch (field.kind) {
    case 'number':
      return (
        <NumberField
          {...shared}
          value={field.value}
          // While the input is empty, the number keeps its value.
          onChange={(number) => number !== null && onSet(path, number)}
        />
      );
    case 'choice':
      return (
        <Switch
          {...{ id: shared.id, label, disabled: readOnly }}
          checked={field.value}
          onChange={({ currentTarget }) => onSet(path, currentTarget.checked)}
        />
      );
    case 'code':
      return <CodeInput {...shared} value={field.value} onSet={(value) => onSet(path, value)} />;
    default:
      return (
        <Textarea
          {...shared}
          value={field.value}
          autosize
          minRows={1}
          maxRows={6}
          onChange={({ currentTarget }) => onSet(path, currentTarget.value)}
        />
      );
  }
}

interface CodeInputProps {
  id: string;
  label: string;
  readOnly: boolean;
  value: Json;
  onSet(value: Json): void;
}

/** JSON input for other values. Applied on blur, because the value may then have another type of input. */
function CodeInput({ value, label, onSet, ...shared }: CodeInputProps) {
  const texts = useTestVariableTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    if (typed === null) return;
    try {
      onSet(JSON.parse(typed) as Json);
      setTyped(null);
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <TextInput
      {...shared}
      label={`${label} (${texts.value})`}
      value={typed ?? JSON.stringify(value)}
      error={isWrong ? texts.invalid : null}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={apply}
    />
  );
}
