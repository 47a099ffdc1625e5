import { List, Stack } from '@mantine/core';
import type { WorkflowStep as StepSchema } from '../../../server/src/features/delivery/step-references/step-references.schema.ts';
import type { Page } from '../../../server/src/kernel/page.ts';
import { useRead } from '../api/queries.ts';
import type { Wire } from '../api/wire.ts';
import { useTexts } from '../texts/texts.tsx';

type WorkflowStep = Wire<StepSchema>;

const MOST_SHOWN = 5;

/** Names the workflows that use a layout or an HTTP request and will fail without it; nothing if there are none. */
export function WorkflowsUsing({ id }: { id: string }) {
  const { workflowSteps } = useTexts();
  const { data } = useRead<Page<WorkflowStep>>('/workflow-steps', { actionConfigId: id, limit: 100 });
  if (!data || data.total === 0) return null;
  const names = namesOf(data.items, workflowSteps);
  const more = names.length - MOST_SHOWN;
  return (
    <Stack gap={4}>
      <b>{workflowSteps.willFail(data.total)}</b>
      <List size="sm" withPadding>
        {names.slice(0, MOST_SHOWN).map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
        {more > 0 && <List.Item>{workflowSteps.more(more)}</List.Item>}
      </List>
    </Stack>
  );
}

interface Words {
  inWorkflow: (workflow: string, steps: number) => string;
  unnamed: (stepId: string) => string;
}

/** One line for each workflow; a step whose workflow is not known stands for itself. */
function namesOf(steps: readonly WorkflowStep[], words: Words): string[] {
  const counts = new Map<string, number>();
  const lone: string[] = [];
  for (const { workflow, stepId } of steps) {
    if (workflow === null) lone.push(words.unnamed(stepId));
    else counts.set(workflow, (counts.get(workflow) ?? 0) + 1);
  }
  return [...[...counts].map(([workflow, count]) => words.inWorkflow(workflow, count)), ...lone];
}
