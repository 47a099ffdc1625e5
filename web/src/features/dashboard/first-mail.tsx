import { Anchor, Button, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay, useStore } from '../../api/session.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Attempts } from './queries.ts';

interface SetupStep {
  title: string;
  hint: string;
  /** The page where the step is done. */
  path: string;
  done: boolean;
  /** The step to complete first; `false` once it is done. */
  after?: string | false;
  /** Shown if it was tried and failed, with a link to the failure. */
  failed?: string | false;
}

interface FirstMailProps {
  /** Any layout, if there is one. */
  layoutId: string | null;
  sender: boolean;
  test: Attempts;
  workflow: Attempts;
}

/**
 * Guides a new store to the first email of a workflow: every available step has a button, and the next one
 * stands out.
 */
export function FirstMail({ layoutId, sender, test, workflow }: FirstMailProps) {
  const { dashboard } = useTexts();
  const { steps: words } = dashboard;
  const after = !(layoutId && sender) && words.afterBoth;
  const steps: SetupStep[] = [
    { title: words.layout, hint: words.layoutHint, path: 'layouts', done: layoutId !== null },
    {
      ...{ title: words.test, hint: words.testHint, path: `layouts/${layoutId}` },
      after: !layoutId && words.afterLayout,
      done: test === 'succeeded',
      failed: test === 'failed' && words.testFailed,
    },
    { title: words.sender, hint: words.senderHint, path: 'senders', done: sender },
    {
      ...{ title: words.workflow, hint: words.workflowHint, path: 'developer', done: false, after },
      failed: workflow === 'failed' && words.workflowFailed,
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <Paper withBorder p={{ base: 'lg', sm: 'xl' }} component="section" aria-labelledby="first-mail">
      <Title order={2} id="first-mail" fz={20}>
        {dashboard.startTitle}
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        {dashboard.startHint}
      </Text>
      <Stack component="ol" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map((step, position) => (
          <StepLine key={step.title} step={step} number={position + 1} isNext={position === next} />
        ))}
      </Stack>
    </Paper>
  );
}

function StepLine({ step, number, isNext }: { step: SetupStep; number: number; isNext: boolean }) {
  const { dashboard } = useTexts();
  const { id } = useStore();
  const editor = useMay('editor');
  return (
    <Group component="li" gap="md" wrap="nowrap" align="flex-start">
      <ThemeIcon variant={step.done ? 'filled' : 'light'} radius="xl" size={32} aria-hidden>
        {step.done ? <IconCheck size={18} /> : number}
      </ThemeIcon>
      <Group flex={1} gap="sm" justify="space-between">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Text fw={600}>
            {step.title}{' '}
            <VisuallyHidden>({step.done ? dashboard.stepDone : dashboard.stepOpen})</VisuallyHidden>
          </Text>
          <Text size="sm" c="dimmed">
            {step.hint}
          </Text>
          {step.failed && (
            <Text size="sm" fw={600} role="status">
              {step.failed}{' '}
              <Anchor
                component={Link}
                to={storePath(id, 'history')}
                search={{ status: 'FAILED' } as never}
                inherit
              >
                {dashboard.failedHint}
              </Anchor>
            </Text>
          )}
        </div>
        {!step.done && step.after && (
          <Text size="sm" c="dimmed">
            {step.after}
          </Text>
        )}
        {!step.done && !step.after && editor && (
          <Button
            component={Link}
            variant={isNext ? 'filled' : 'default'}
            to={storePath(id, step.path)}
            aria-label={`${dashboard.go}: ${step.title}`}
          >
            {dashboard.go}
          </Button>
        )}
      </Group>
    </Group>
  );
}
