import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslateMessage } from '../../texts/use-said.ts';
import classes from './compare.module.css';
import type { BlockChange } from './compare-blocks.rules.ts';
import { DifferenceList } from './difference-list.tsx';
import { differencesOf } from './differences.ts';
import { MailPane, type OutlinedBlock } from './mail-pane.tsx';
import { type ComparisonSide, type PerSide, type RenderedPage, type RenderOutcome, sides } from './sides.ts';
import { useCompareTexts } from './use-compare-texts.ts';

interface ComparisonProps {
  outcomes: PerSide<RenderOutcome | null>;
  /** Designs with their presets; `null` where emails have no blocks. */
  designs: PerSide<JsonObject> | null;
}

const pageIn = (outcome: RenderOutcome | null) => (outcome && 'page' in outcome ? outcome.page : null);

/** Two emails side by side, with a list of their differences that outlines and scrolls to each. */
export function Comparison({ outcomes, designs }: ComparisonProps) {
  const isNarrow = useMediaQuery('(max-width: 61.99em)') ?? false;
  const texts = useCompareTexts();
  const [before, after] = [pageIn(outcomes.before), pageIn(outcomes.after)];
  const found = useMemo(
    () => before && after && differencesOf({ before, after }, designs),
    [before, after, designs],
  );
  const [chosen, setChosen] = useState<{ change: BlockChange } | null>(null);
  const seen = (found?.blocks ?? []).filter(({ isSeen }) => isSeen);
  const current = chosen && found?.blocks.includes(chosen.change) ? chosen.change : (seen[0] ?? null);
  const outlinedIn = (side: ComparisonSide): OutlinedBlock[] =>
    seen.flatMap((change) => {
      const { how, at } = change;
      const isMissing = how === (side === 'before' ? 'added' : 'removed');
      return at[side] === null || isMissing ? [] : [{ number: at[side], how, isCurrent: change === current }];
    });
  return (
    <Stack gap="sm">
      {found && <DifferenceList of={found} current={current} onChoose={(change) => setChosen({ change })} />}
      <div className={classes['panes']}>
        {sides.map((side) => (
          <Pane key={side} outcome={outcomes[side]}>
            {(page) => (
              <MailPane
                {...{ page, isNarrow, title: texts[side], outlined: outlinedIn(side) }}
                shown={current?.at[side] ?? null}
                led={chosen}
                hasLines={found?.hasOtherLines ?? false}
              />
            )}
          </Pane>
        ))}
      </div>
    </Stack>
  );
}

function Pane({
  outcome,
  children,
}: {
  outcome: RenderOutcome | null;
  children: (page: RenderedPage) => ReactNode;
}) {
  const texts = useCompareTexts();
  const said = useTranslateMessage();
  if (!outcome) return <Skeleton height={320} />;
  if ('page' in outcome) return children(outcome.page);
  return (
    <Alert color="gray" variant="light" title={texts.cannot}>
      {outcome.faults.map((each) => said(each)).join('; ')}
    </Alert>
  );
}
