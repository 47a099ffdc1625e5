import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { CodeArea } from '../../parts/code-area.tsx';
import { DraftNotice } from '../../parts/drafts/draft-notice.tsx';
import { useLocalDraft } from '../../parts/drafts/use-local-draft.ts';
import { EditorForm } from '../../parts/editor-form.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import classes from '../../parts/mail/mail.module.css';
import { notify } from '../../parts/notify.ts';
import { PreviewPanel } from '../../parts/preview-panel.tsx';
import { SaveBar } from '../../parts/save-bar.tsx';
import { TestMailDialog } from '../../parts/test-mail-dialog.tsx';
import { usePreview } from '../../parts/use-preview.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CompareButton } from './compare-button.tsx';
import { PresetConflict } from './conflict.tsx';
import { parseBlocks, presetErrors, wrapInMail } from './preset-json.ts';
import { draftOf, fieldsOf, type PresetLanguageBlocks, textIn } from './preset-language.ts';
import { type Preset, useRefetchPreset, useSavePreset } from './queries.ts';
import { Reach } from './reach.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { isSameBlocks, usePresetDraft } from './use-preset-draft.ts';

const isStale = (error: unknown) => error instanceof ApiError && error.status === 412;

interface PresetEditorProps {
  preset: Preset;
  /** An empty string is the preset's own language. */
  locale: string;
}

/** The blocks of a preset in one language as JSON, and the email around them. */
export function PresetEditor({ preset, locale }: PresetEditorProps) {
  const { presets, layouts, common } = useTexts();
  const errorText = useErrorText();
  const editor = useMay('editor');
  const { text, setText, dirty, base, markSaved, reset, takeUp } = usePresetDraft(textIn(preset, locale));
  const kept = useLocalDraft({
    ...{ record: draftOf(preset.id, locale), revision: String(base.revision) },
    value: editor && dirty ? text : null,
  });
  const blocks = parseBlocks(text);
  const mail = blocks && wrapInMail(preset.kind, blocks, presets.middle, locale);
  const preview = usePreview(null, mail);
  const { mutateAsync, isPending } = useSavePreset(preset.id);
  const refetch = useRefetchPreset(preset.id);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<PresetLanguageBlocks | null>(null);
  const [testing, setTesting] = useState(false);

  const faults = useMemo(
    () => presetErrors(preview.error ?? refusal, text, { noBlocks: presets.noBlocks }),
    [preview.error, refusal, text, presets.noBlocks],
  );
  const named = refusal instanceof ApiError && Object.keys(refusal.fields).length > 0;

  const save = async (over = base.revision): Promise<void> => {
    if (!blocks) return;
    try {
      const saved = await mutateAsync({ fields: fieldsOf(locale, blocks), revision: over });
      markSaved(text, textIn(saved, locale));
      setRefusal(null);
      setTheirs(null);
      notify(common.saved);
    } catch (error) {
      if (isStale(error)) await resolveConflict(over, error);
      else setRefusal(error);
    }
  };
  /** A save that only renamed the preset or changed another language is not a conflict. */
  const resolveConflict = async (over: number, error: unknown) => {
    try {
      const now = textIn(await refetch(), locale);
      if (isSameBlocks(now, base) && now.revision > over) await save(now.revision);
      else setTheirs(now);
    } catch {
      setRefusal(error);
    }
  };

  return (
    <>
      <EditorForm canSave={editor && dirty && blocks !== null} save={save}>
        <LeaveGuard dirty={dirty} />
        <Stack gap="md">
          <Group justify="flex-end" gap="sm" mih={36}>
            {editor ? (
              <Button variant="default" onClick={() => setTesting(true)}>
                {layouts.testMail}
              </Button>
            ) : (
              <Text size="sm" c="dimmed">
                {layouts.editorsChange}
              </Text>
            )}
          </Group>
          {locale !== '' && <StaleNotice preset={preset} locale={locale} dirty={dirty} />}
          <DraftNotice
            of={kept}
            revision={String(preset.revision)}
            onTakeUp={(value, from) => takeUp(value, Number(from))}
          />
          {theirs && (
            <PresetConflict
              busy={isPending}
              takeTheirs={() => {
                reset(theirs);
                setTheirs(null);
              }}
              keepMine={() => void save(theirs.revision)}
            />
          )}
          <FormFailure text={refusal === null || named ? null : errorText(refusal)} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <CodeArea
              language="json"
              label={presets.blocks}
              hint={presets.blocksHint}
              value={text}
              readOnly={!editor}
              faults={faults}
              onChange={(value) => {
                setRefusal(null);
                setText(value);
              }}
            />
            <div className={classes['beside']}>
              <PreviewPanel of={preview} stopped={blocks === null || preview.error !== null} bare />
            </div>
          </SimpleGrid>
          {editor && (
            <SaveBar dirty={dirty} canSave={dirty && blocks !== null} busy={isPending}>
              {dirty && blocks && preset.useCount > 0 && <CompareButton {...{ preset, locale, blocks }} />}
              {dirty && <Reach preset={preset} locale={locale} />}
            </SaveBar>
          )}
        </Stack>
      </EditorForm>
      {editor && (
        <TestMailDialog
          shown={() => mail && { ...mail, subject: preset.name }}
          opened={testing}
          onClose={() => setTesting(false)}
        />
      )}
    </>
  );
}
