import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { useErrorText } from '../../../api/error-text.ts';
import { DraftNotice } from '../../../parts/drafts/draft-notice.tsx';
import { useLocalDraft } from '../../../parts/drafts/use-local-draft.ts';
import { FormFailure } from '../../../parts/failure.tsx';
import { useLanguageName } from '../../../parts/language-name.ts';
import { LeaveGuard, LeaveQuestion } from '../../../parts/leave-guard.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { useSideTexts } from '../../editor/sides/use-side-texts.ts';
import { CompareButton } from '../compare-button.tsx';
import { PresetConflict } from '../conflict.tsx';
import { formatBlocks, parseBlocks } from '../preset-json.ts';
import { draftOf, ownName } from '../preset-language.ts';
import { Reach } from '../reach.tsx';
import type { PresetInMail } from './use-preset-in-mail.ts';

interface HeadProps {
  of: PresetInMail;
  /** Whether the layout has unsaved changes itself, in which case leaving already prompts. */
  isAsked: boolean;
}

/** Replaces the layout's header. Unsaved work is stored as on the preset's own page. */
export function PresetHead({ of: inner, isAsked }: HeadProps) {
  const { presets } = useTexts();
  const texts = useSideTexts();
  const nameOf = useLanguageName();
  const errorText = useErrorText();
  const { preset, work, blocks, isDirty, open, refusal, theirs, faults } = inner;
  const kept = useLocalDraft({
    ...{ record: draftOf(preset.id, work.locale), revision: String(work.base.revision) },
    value: isDirty ? blocks : null,
    toKeep: formatBlocks,
  });
  // A draft that isn't a valid list of blocks yet can only be resumed on the preset's own page.
  const isOffered = kept.offer !== null && parseBlocks(kept.offer.value) !== null;
  const isNamed = refusal instanceof ApiError && Object.keys(faults).length > 0;
  const language =
    Object.keys(preset.languages).length === 0
      ? null
      : work.locale === ''
        ? ownName(preset, nameOf, presets)
        : nameOf(work.locale);
  return (
    <Stack gap="sm">
      <LeaveGuard dirty={isDirty && !isAsked} />
      <Alert color="gray" variant="light" py="sm">
        <Title order={2} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {texts.editing(open.title)}
        </Title>
        <Text size="sm" c="dimmed">
          {language !== null && texts.editingIn(language)} {texts.editingHint}
        </Text>
      </Alert>
      {(kept.offer === null || isOffered) && (
        <DraftNotice
          of={kept}
          revision={String(preset.revision)}
          onTakeUp={(text, from) => inner.takeUp((parseBlocks(text) ?? []) as typeof blocks, Number(from))}
        />
      )}
      {theirs && (
        <PresetConflict
          busy={inner.isSaving}
          note={texts.undoBrings}
          takeTheirs={inner.takeTheirs}
          keepMine={() => void inner.save(theirs.revision)}
        />
      )}
      <FormFailure text={refusal === null || isNamed ? null : errorText(refusal)} />
    </Stack>
  );
}

/**
 * Saves only the preset and shows the impact first, or returns to the layout without saving. Always visible.
 */
export function PresetSaveBar({ of: inner }: { of: PresetInMail }) {
  const texts = useSideTexts();
  const { preset, work, blocks, isDirty, isSaving } = inner;
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <SaveBar dirty={isDirty} canSave={isDirty} busy={isSaving} label={texts.saveIt[preset.kind]}>
      <Anchor
        component="button"
        type="button"
        size="sm"
        mih={24}
        onClick={() => (isDirty ? setIsLeaving(true) : inner.leave())}
      >
        {texts.back}
      </Anchor>
      <LeaveQuestion opened={isLeaving} onStay={() => setIsLeaving(false)} onLeave={inner.leave} />
      {isDirty && <CompareButton {...{ preset, blocks }} locale={work.locale} />}
      {isDirty && <Reach preset={preset} locale={work.locale} />}
    </SaveBar>
  );
}
