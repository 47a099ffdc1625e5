import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { carryKey } from '../editor/model/keys.rules.ts';
import type { DrawInBackground } from '../editor/samples/draw-in-background.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import { questionsOf } from './merge/decide.rules.ts';
import { MergeDialog } from './merge/merge-dialog.tsx';
import { type MergedWork, mergeWork } from './merge/merge-work.rules.ts';
import { useMergeTexts } from './merge/use-merge-texts.ts';
import { useListedVersion } from './queries.ts';
import { unparsedIn, workOf } from './session/session.rules.ts';
import type { LayoutSession } from './session/use-layout-session.ts';

interface OthersNoticeProps {
  layoutId: string;
  whole: LayoutSession;
  /** Whether the person tried to save: only then the dialog opens by itself, and not while they type. */
  isAsked: boolean;
  onLater: () => void;
  draw: RefObject<DrawInBackground | null>;
}

const nothing: MergedWork = { state: {}, conflicts: [] };

/**
 * Shown when another person saved a conflicting change: names them and offers a choice. No typed text is
 * lost.
 */
export function ConcurrentEditNotice({ layoutId, whole, isAsked, onLater, draw }: OthersNoticeProps) {
  const { layouts } = useTexts();
  const merge = useMergeTexts();
  const [isChoosing, setIsChoosing] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const { session, decide } = whole;
  const { base, codes, waiting = null } = session;
  const newest = useListedVersion(layoutId, waiting?.version ?? null);
  const work = workOf(session);
  const isTyped = Object.keys(codes).some((locale) => unparsedIn(session, locale) !== null);
  const merged = useMemo(
    () => waiting && !isTyped && mergeWork(base.state, work, waiting.state, carryKey),
    [base.state, work, waiting, isTyped],
  );
  // Later edits may have resolved every conflict.
  useEffect(() => {
    if (merged && merged.conflicts.length === 0) decide(merged.state);
  }, [merged, decide]);
  return (
    <>
      {waiting && (
        <Alert color="gray" variant="light" icon={<IconUsers />} title={layouts.conflict} role="alert">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              {newest && (
                <>
                  {layouts.savedBy(newest.author.name || merge.somebody, newest.version)} (
                  <Time of={newest.createdAt} />
                  ).{' '}
                </>
              )}
              {merged ? merge.waiting(questionsOf(merged.conflicts).length) : merge.codeFirst}
            </Text>
            <Group gap="xs">
              {merged && (
                <Button size="xs" variant="default" onClick={() => setIsChoosing(true)}>
                  {merge.choose}
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setIsComparing(true)}>
                {layouts.seeTheirs}
              </Button>
              {!merged && (
                <Button size="xs" variant="default" onClick={whole.discard}>
                  {layouts.takeTheirs}
                </Button>
              )}
            </Group>
          </Stack>
        </Alert>
      )}
      <MergeDialog
        opened={Boolean(merged) && (isChoosing || isAsked)}
        merged={merged || nothing}
        name={newest?.author.name || null}
        draw={() => draw.current}
        onDecide={(state) => {
          setIsChoosing(false);
          decide(state);
        }}
        onLater={() => {
          setIsChoosing(false);
          onLater();
        }}
      />
      <ChangesDialog
        layoutId={layoutId}
        between={isComparing && waiting ? [base.version, waiting.version] : null}
        onClose={() => setIsComparing(false)}
      />
    </>
  );
}
