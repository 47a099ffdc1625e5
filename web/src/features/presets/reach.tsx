import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useStore } from '../../api/session.ts';
import { useLanguageName } from '../../parts/language-name.ts';
import { ReachLine } from '../../parts/reach/reach-line.tsx';
import { ReachedDetails, ReachedList } from '../../parts/reach/reached-list.tsx';
import { useReach } from '../../parts/reach/use-reach.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Preset } from './queries.ts';
import { type PresetReach, reachIn } from './reach.rules.ts';

/** The impact of changing one language of a preset, as far as it is known. */
export function useReached(presetId: string, locale: string) {
  const found = useReach<PresetReach>(`/presets/${presetId}/reach`, { limit: 100 });
  return useMemo(() => found && reachIn(found, locale), [found, locale]);
}

interface ReachProps {
  preset: Preset;
  /** The language being edited; an empty string is the preset's own language. */
  locale: string;
}

/** Shown before a save: the layouts whose next emails will contain the change. */
export function Reach({ preset, locale }: ReachProps) {
  const { presets, reach } = useTexts();
  const nameOf = useLanguageName();
  const store = useStore();
  const reached = useReached(preset.id, locale);
  if (!reached) return <ReachLine reach={reached} />;
  const { layouts, unseen } = reached;
  const count = layouts.length + unseen;
  if (count === 0)
    return (
      <Text size="sm" c="dimmed" mih={24}>
        {preset.useCount === 0 ? reach.noLayout : presets.reachNone}
      </Text>
    );
  return (
    <ReachLine reach={reached} facts={[reach.layouts(count)]}>
      <Text size="sm" c="dimmed">
        {presets.reachHint}
      </Text>
      <ReachedList title={reach.layoutList} items={layouts} keyOf={({ id }) => id} more={unseen}>
        {({ id, name, locales, runs }) => (
          <>
            <Anchor component={Link} to={storePath(store.id, `layouts/${id}`)} size="sm">
              <bdi>{name}</bdi>
            </Anchor>
            <ReachedDetails>
              {locales.map(nameOf).join(', ')} · {reach.runsOf(runs)}
            </ReachedDetails>
          </>
        )}
      </ReachedList>
    </ReachLine>
  );
}
