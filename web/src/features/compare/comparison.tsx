import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import { useSaid } from '../../texts/use-said.ts';
import type { BlockChange } from './compare-blocks.rules.ts';
import classes from './compare.module.css';
import { differencesOf } from './differences.ts';
import { MailPane, type Outlined } from './mail-pane.tsx';
import { type Both, type DrawnPage, type Outcome, type Side, sides } from './sides.ts';
import { useCompareTexts } from './use-compare-texts.ts';
import { WhatDiffers } from './what-differs.tsx';

interface ComparisonProps {
  outcomes: Both<Outcome | null>;
  /** With their presets; `null` where mails have no blocks. */
  designs: Both<JsonObject> | null;
}

const pageIn = (outcome: Outcome | null) => (outcome && 'page' in outcome ? outcome.page : null);

/** Two mails beside each other: what differs is named, outlined and led to. */
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
  const outlinedIn = (side: Side): Outlined[] =>
    seen.flatMap((change) => {
      const { how, at } = change;
      const isMissing = how === (side === 'before' ? 'added' : 'removed');
      return at[side] === null || isMissing ? [] : [{ number: at[side], how, isCurrent: change === current }];
    });
  return (
    <Stack gap="sm">
      {found && <WhatDiffers of={found} current={current} onChoose={(change) => setChosen({ change })} />}
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

function Pane({ outcome, children }: { outcome: Outcome | null; children: (page: DrawnPage) => ReactNode }) {
  const texts = useCompareTexts();
  const said = useSaid();
  if (!outcome) return <Skeleton height={320} />;
  if ('page' in outcome) return children(outcome.page);
  return (
    <Alert color="gray" variant="light" title={texts.cannot}>
      {outcome.faults.map((each) => said(each)).join('; ')}
    </Alert>
  );
}
