import { Button, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconVariable } from '@tabler/icons-react';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';
import type { EditorSession } from '../session/session.ts';
import { useTestVariableTexts } from './use-test-variable-texts.ts';
import { VariableForm } from './variable-form.tsx';
import { type TypedCode, VariablesCode } from './variables-code.tsx';

interface TestVariablesProps {
  session: EditorSession;
  /** The design's own test variables, otherwise those of the main language. */
  variables: JsonObject;
  isNarrow: boolean;
  opened: boolean;
  onOpenedChange(opened: boolean): void;
}

/** The test variables of the email, as fields or as JSON. */
export function TestVariables({ session, variables, isNarrow, opened, onOpenedChange }: TestVariablesProps) {
  const texts = useTestVariableTexts();
  const [view, setView] = useState<'fields' | 'code'>('fields');
  /** Kept here, so that JSON that isn't valid yet survives closing the dialog. */
  const [typed, setTyped] = useState<TypedCode | null>(null);
  const [said, setSaid] = useState('');
  const isUnparsed = typed !== null && typed.value === null;
  const shared = { session, variables };
  /** Undo and save still reach the editor; its other shortcuts act on blocks. */
  const press = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconVariable size={16} aria-hidden />}
        onClick={() => onOpenedChange(true)}
      >
        {texts.open}
      </Button>
      <Dialog
        opened={opened}
        onClose={() => onOpenedChange(false)}
        title={texts.title}
        size="lg"
        fullScreen={isNarrow}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps its keys from the surrounding email */}
        <div onKeyDown={press}>
          <VisuallyHidden role="status">{said}</VisuallyHidden>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {session.design['testVariables'] === undefined && Object.keys(variables).length > 0
                ? texts.fromMain
                : texts.hint}
            </Text>
            <SegmentedControl
              size="xs"
              aria-label={texts.views.label}
              value={view}
              onChange={(chosen) => setView(chosen as typeof view)}
              data={(['fields', 'code'] as const).map((each) => ({ value: each, label: texts.views[each] }))}
            />
            {isUnparsed && view === 'fields' && (
              <Text size="sm" c="red">
                {`${texts.views.code}: ${texts.invalid}`}
              </Text>
            )}
            {view === 'code' ? (
              <VariablesCode {...shared} typed={typed} onTyped={setTyped} />
            ) : (
              <VariableForm {...shared} announce={setSaid} />
            )}
          </Stack>
        </div>
      </Dialog>
    </>
  );
}
