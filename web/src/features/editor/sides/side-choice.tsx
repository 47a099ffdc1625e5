import { Group, Select, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { PresetSummary } from 'outstep/features/layouts/presets/presets.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useRef, useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import type { Wire } from '../../../api/wire.ts';
import { notifyFailure } from '../../../parts/notify.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { presetOf, type SideName } from '../model/blocks.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import { detachPresetAt, dropPresetAt, sharePresetAt } from '../model/sides.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { type ChosenPreset, SharedSectionInfo, useChosenPreset } from './chosen-preset.tsx';
import { PresetThumbnail } from './small-preset.tsx';
import { useSideTexts } from './use-side-texts.ts';

/** Option value used where others are preset ids. */
const OWN = 'own';

interface SideChoiceProps {
  session: EditorSession;
  side: SideName;
}

/** Chooses the header or footer of the email: its own blocks, or a shared section. */
export function SideChoice({ session, side }: SideChoiceProps) {
  const { layouts, common } = useTexts();
  const texts = useSideTexts();
  const { design, run, canChange } = session;
  const id = presetOf(design, side);
  const list = useRead<Page<Wire<PresetSummary>>>('/presets', { kind: side, limit: 100 });
  const chosen = useChosenPreset(id);
  const select = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const label = layouts.outdated.sides[side];
  const known = (list.data?.items ?? []).map(({ id: value, name }) => ({ value, label: texts.shared(name) }));
  const isListed = known.some(({ value }) => value === id);
  const nameOf = ({ name, isGone }: ChosenPreset) =>
    name === null ? (isGone ? texts.gone : common.loading) : texts.shared(name);
  const hasBlocks = Array.isArray(valueAt(design, [side, 'blocks']));

  const detach = (blocks: readonly JsonObject[]) => {
    const change = detachPresetAt(design, side, blocks);
    if (!change) return notifyFailure(texts.tooMany);
    run(change);
    setSaid(texts.detached(label));
    // The pressed button disappears.
    select.current?.focus();
  };
  return (
    <Stack gap="xs">
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Select
        ref={select}
        label={label}
        description={hasBlocks && known.length > 0 ? texts.replaces : undefined}
        value={id ?? OWN}
        allowDeselect={false}
        searchable={known.length > 10}
        readOnly={!canChange}
        data={[
          { value: OWN, label: texts.own },
          ...(id === null || isListed ? [] : [{ value: id, label: nameOf(chosen) }]),
          ...known,
        ]}
        renderOption={({ option }) => (
          <Group gap="sm" wrap="nowrap">
            {option.value !== OWN && <PresetThumbnail id={option.value} side={side} design={design} />}
            <Text size="sm">{option.label}</Text>
          </Group>
        )}
        onChange={(value) => {
          setSaid('');
          if (value === OWN) run(dropPresetAt(design, side));
          else if (value !== null) run(sharePresetAt(design, side, value));
        }}
      />
      {id !== null && (
        <SharedSectionInfo id={id} at={side} {...chosen} onDetach={canChange ? detach : null} />
      )}
    </Stack>
  );
}
