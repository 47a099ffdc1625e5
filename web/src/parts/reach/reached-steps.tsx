import { useTexts } from '../../texts/texts.tsx';
import { Time } from '../time.tsx';
import type { Reach } from './reach.rules.ts';
import { Below, ReachedList } from './reached-list.tsx';

/** Steps with their workflow and how often they ran. */
export function ReachedSteps({ of: { steps, stepCount } }: { of: Pick<Reach, 'steps' | 'stepCount'> }) {
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
          <Below>
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
          </Below>
        </>
      )}
    </ReachedList>
  );
}
