import { Anchor, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Dialog } from '../dialog.tsx';
import { Time } from '../time.tsx';
import { factsOf, hasNoReach, type Reach } from './reach.rules.ts';
import { ReachedDetails, ReachedList } from './reached-list.tsx';

/** Steps with their workflows and number of runs. */
function ReachedSteps({ of: { steps, stepCount } }: { of: Pick<Reach, 'steps' | 'stepCount'> }) {
  const { reach } = useTexts();
  return (
    <ReachedList
      title={reach.stepList}
      items={steps}
      keyOf={({ platform, workflow, stepId }) => JSON.stringify([platform, workflow, stepId])}
      more={stepCount - steps.length}
    >
      {({ workflow, stepId, runs, lastRanAt }) => (
        <>
          <bdi>{workflow ?? reach.step(stepId)}</bdi>
          <ReachedDetails>
            {workflow !== null && (
              <>
                <bdi>{reach.step(stepId)}</bdi> ·{' '}
              </>
            )}
            {reach.runsOf(runs)}
            {lastRanAt !== null && (
              <>
                , {reach.lastRan} <Time of={lastRanAt} />
              </>
            )}
          </ReachedDetails>
        </>
      )}
    </ReachedList>
  );
}

interface ReachLineProps {
  /** `undefined` while loading, `null` if unavailable. */
  reach: Pick<Reach, 'runs' | 'runsAtLeast' | 'stepCount' | 'steps' | 'countedOver'> | null | undefined;
  /** Further facts to show before steps and runs. */
  facts?: readonly string[];
  /** Lists shown before the steps. */
  children?: ReactNode;
}

/** Fits into one row of the bar on a phone. */
const size = { base: 'xs', xs: 'sm' };

/** Shown before a save: the impact in one line that opens the details. Keeps its height while loading. */
export function ReachLine({ reach: found, facts = [], children }: ReachLineProps) {
  const { reach } = useTexts();
  const [opened, setOpened] = useState(false);
  if (!found || (hasNoReach(found) && facts.length === 0))
    return (
      <Text fz={size} c="dimmed" mih={24} ta="end">
        {found ? reach.nothing : found === null ? reach.unknown : reach.looking}
      </Text>
    );
  const line = reach.line([...facts, ...factsOf(found, reach)]);
  return (
    <>
      <Anchor component="button" type="button" fz={size} mih={24} ta="end" onClick={() => setOpened(true)}>
        {line}
      </Anchor>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={line}>
        <Stack gap="sm">
          <Counted {...found} />
          {children}
          <ReachedSteps of={found} />
        </Stack>
      </Dialog>
    </>
  );
}

function Counted({ countedOver: { runs, since, all } }: Pick<Reach, 'countedOver'>) {
  const { reach } = useTexts();
  const { number, day } = useFormats();
  return (
    <Text size="sm" c="dimmed">
      {reach.hint} {!all && since !== null && reach.countedOver(number(runs), day(since))}
    </Text>
  );
}
