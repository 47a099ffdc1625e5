import { Alert, Anchor, Button, Group, JsonInput, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle, IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useStore } from '../../api/session.ts';
import { HttpExchange } from '../../parts/exchange.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { storePath } from '../../parts/store-path.ts';
import { Duration } from '../../parts/time.tsx';
import { capitalized } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import { type TestRun, useRunHttpRequest } from './queries.ts';
import { parseObject, type RequestValues } from './request-form.ts';

interface TryOutProps {
  form: UseFormReturnType<RequestValues>;
  /** `null` until it is saved. */
  id: string | null;
  mayRun: boolean;
}

/** Runs the saved request with the form's test values, saved or not, and shows the result. */
export function RequestTestPanel({ form, id, mayRun }: TryOutProps) {
  const { httpRequests } = useTexts();
  const errorText = useErrorText();
  const run = useRunHttpRequest();
  const [failure, setFailure] = useState<string | null>(null);
  const changed = Object.keys(form.getValues()).some(
    (name) => name !== 'testVariables' && form.isDirty(name),
  );
  const unsaved = id === null || changed;
  const start = async () => {
    const variables = parseObject(form.getValues().testVariables);
    setFailure(null);
    run.reset();
    if (!variables) return form.setFieldError('testVariables', httpRequests.notObject);
    try {
      await run.mutateAsync({ id: id ?? '', variables });
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <Stack gap="lg">
      <Section title={httpRequests.tryOut} hint={httpRequests.tryHint}>
        <JsonInput
          label={httpRequests.variables}
          description={httpRequests.variablesHint}
          autosize
          minRows={5}
          maxRows={16}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          {...form.getInputProps('testVariables')}
        />
        {mayRun && (
          <Group gap="sm">
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={run.isPending}
              disabled={unsaved}
              aria-describedby={unsaved ? 'save-first' : undefined}
              onClick={() => void start()}
            >
              {httpRequests.run}
            </Button>
            {unsaved && (
              <Text size="sm" c="dimmed" id="save-first" flex={1} miw={160}>
                {httpRequests.saveFirst}
              </Text>
            )}
          </Group>
        )}
        <FormFailure text={failure} />
      </Section>
      {run.data && <Outcome of={run.data} />}
    </Stack>
  );
}

function Outcome({ of: run }: { of: TestRun }) {
  const { httpRequests } = useTexts();
  const said = useTranslateMessage();
  const { id } = useStore();
  const Picture = run.error === null ? IconCheck : IconAlertTriangle;
  return (
    <>
      <Alert
        role="status"
        variant="light"
        color={run.error === null ? 'pine' : 'red'}
        icon={<Picture />}
        title={run.error === null ? httpRequests.succeeded : httpRequests.failed}
      >
        <Stack gap={4} align="flex-start">
          {run.error && <Text size="sm">{capitalized(said(run.error))}</Text>}
          <Anchor component={Link} to={storePath(id, `history/${run.executionId}`)} size="sm" c="inherit">
            {httpRequests.inHistory}
          </Anchor>
        </Stack>
      </Alert>
      <HttpExchange
        sent={run.request}
        received={run.response}
        action={
          <Text size="sm" c="dimmed">
            {httpRequests.took} <Duration ms={run.durationMs} />
          </Text>
        }
      />
    </>
  );
}
