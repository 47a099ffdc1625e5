import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useRef } from 'react';
import { setVariables, variablesIn } from '../model/test-variables.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { useTestVariableTexts } from './use-test-variable-texts.ts';

/** The typed text and its parsed value; `null` while it is not a JSON object. */
export interface TypedCode {
  text: string;
  value: JsonObject | null;
}

interface VariablesCodeProps {
  session: EditorSession;
  variables: JsonObject;
  typed: TypedCode | null;
  onTyped(typed: TypedCode | null): void;
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isSame = (one: JsonObject, other: JsonObject) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** All test variables as JSON. Valid JSON is applied at once; until then the input is kept as typed. */
export function VariablesCode({ session, variables, typed, onTyped }: VariablesCodeProps) {
  const texts = useTestVariableTexts();
  const area = useRef<HTMLTextAreaElement>(null);
  // Undo or an edited field may have changed the variables since.
  const isAsTyped = typed !== null && (typed.value === null || isSame(typed.value, variables));
  const write = (text: string) => {
    const value = variablesIn(text);
    onTyped({ text, value });
    if (value) session.run(setVariables(session.design, variables, value));
  };
  const isUnparsed = typed !== null && typed.value === null;
  return (
    <Stack gap="xs">
      <Textarea
        ref={area}
        data-autofocus
        aria-label={texts.code}
        value={isAsTyped ? typed.text : JSON.stringify(variables, null, 2)}
        error={isUnparsed ? (isJson(typed.text) ? texts.mustBeObject : texts.invalid) : null}
        readOnly={!session.canChange}
        autosize
        minRows={8}
        maxRows={20}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      {isUnparsed && (
        <Group>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onTyped(null);
              area.current?.focus();
            }}
          >
            {texts.discard}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
