import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { blocksIn } from 'outstep/features/layouts/content/preset-language.rules.ts';
import type { Preset } from 'outstep/features/layouts/presets/presets.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useRead } from '../../../api/queries.ts';
import { useStore } from '../../../api/session.ts';
import type { Wire } from '../../../api/wire.ts';
import { storePath } from '../../../parts/store-path.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useEditInPlace } from './edit-here.ts';
import { useMailLanguage } from './mail-language.ts';
import { useSideTexts } from './use-side-texts.ts';

export interface ChosenPreset {
  name: string | null;
  isGone: boolean;
  useCount: number;
  /** `null` while loading. */
  preset: Wire<Preset> | null;
  /** In the language of the email; `null` while loading. */
  blocks: readonly JsonObject[] | null;
}

/** A preset that the email uses. */
export function useChosenPreset(id: string | null): ChosenPreset {
  const locale = useMailLanguage();
  const { data, isPlaceholderData, isError } = useRead<Wire<Preset>>(
    `/presets/${id}`,
    {},
    { enabled: id !== null },
  );
  if (id === null || !data || isPlaceholderData || isError)
    return { name: null, isGone: isError, useCount: 0, preset: null, blocks: null };
  const { name, useCount } = data;
  return { name, isGone: false, useCount, preset: data, blocks: blocksIn(data, locale) as JsonObject[] };
}

interface AboutProps extends ChosenPreset {
  id: string;
  /** Where the email uses it: a side, or the key of a block. */
  at: string;
  onDetach: ((blocks: readonly JsonObject[]) => void) | null;
}

/** How many layouts use the shared section, and actions to edit, detach or open it. */
export function SharedSectionInfo({ id, at, useCount, preset, blocks, onDetach }: AboutProps) {
  const { editor } = useTexts();
  const texts = useSideTexts();
  const store = useStore();
  const editHere = useEditInPlace();
  return (
    <>
      <Text size="xs" c="dimmed">
        {useCount > 0 && `${texts.usedBy(useCount)}. `}
        {editor.sharedSide} {onDetach && texts.detachHint}
      </Text>
      <Group gap="sm">
        {editHere && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            disabled={preset === null}
            onClick={() => preset && editHere(at, preset)}
          >
            {texts.editHere}
          </Button>
        )}
        {onDetach && (
          <Button
            size="xs"
            variant="default"
            disabled={blocks === null}
            onClick={() => blocks && onDetach(blocks)}
          >
            {texts.detach}
          </Button>
        )}
        <Anchor component={Link} to={storePath(store.id, `presets/${id}`)} size="sm" py={4}>
          {editor.openPreset}
        </Anchor>
      </Group>
    </>
  );
}
