import { Group, Select, Stack, Text } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { notifyFailure } from '../../../parts/notify.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { setMember } from '../model/commands.rules.ts';
import { detachPart } from '../model/parts.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { SharedSectionInfo, useChosenPreset } from './chosen-preset.tsx';
import { PresetThumbnail } from './small-preset.tsx';
import { useSharedSections } from './use-parts.ts';
import { useSideTexts } from './use-side-texts.ts';

/** Detaching removes the pressed button and selects another block shortly afterward. */
const goToSelected = () =>
  setTimeout(() => {
    const row = document.querySelector<HTMLElement>('[role=treeitem][aria-selected=true]');
    (row ?? document.querySelector<HTMLElement>('[data-fields] :is(input, textarea)'))?.focus();
  }, 50);

/** Chooses which shared section a block shows, and detaches its blocks into the layout. */
export function SharedSectionPicker({ session, entry }: { session: EditorSession; entry: BlockEntry }) {
  const { presets, common } = useTexts();
  const texts = useSideTexts();
  const { design, run, canChange } = session;
  const id = String(entry.block['preset']);
  const parts = useSharedSections();
  const chosen = useChosenPreset(id);
  const known = parts.map(({ id: value, name }) => ({ value, label: name }));
  const isListed = known.some(({ value }) => value === id);
  const detach = (blocks: readonly JsonObject[]) => {
    const change = detachPart(design, entry, blocks);
    if (!change) return notifyFailure(texts.tooMany);
    run(change);
    goToSelected();
  };
  return (
    <Stack gap="xs">
      <Select
        label={presets.kinds.part}
        value={id}
        allowDeselect={false}
        searchable={known.length > 10}
        readOnly={!canChange}
        data={[
          ...(isListed
            ? []
            : [{ value: id, label: chosen.name ?? (chosen.isGone ? texts.gone : common.loading) }]),
          ...known,
        ]}
        renderOption={({ option }) => (
          <Group gap="sm" wrap="nowrap">
            <PresetThumbnail id={option.value} side="part" design={design} />
            <Text size="sm">{option.label}</Text>
          </Group>
        )}
        onChange={(value) => value !== null && run(setMember(design, [...entry.path, 'preset'], value))}
      />
      <SharedSectionInfo id={id} at={entry.key} {...chosen} onDetach={canChange ? detach : null} />
    </Stack>
  );
}
