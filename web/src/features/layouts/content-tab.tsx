import { Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { CodeArea } from '../../parts/code-area.tsx';
import { DraftNotice } from '../../parts/drafts/draft-notice.tsx';
import { useLocalDraft } from '../../parts/drafts/use-local-draft.ts';
import { EditorForm } from '../../parts/editor-form.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { jsonLines, lineOf } from '../../parts/json-lines.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import classes from '../../parts/mail.module.css';
import { notify } from '../../parts/notify.ts';
import { PreviewPanel } from '../../parts/preview-panel.tsx';
import { SaveBar } from '../../parts/save-bar.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { usePreview } from '../../parts/use-preview.ts';
import { say, sayProblems } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Conflict } from './conflict.tsx';
import { faultsOf } from './faults.ts';
import { useLanguageName } from '../../parts/language-name.ts';
import { OutdatedNotice } from './outdated-notice.tsx';
import {
  type Layout,
  type Translation,
  useRefetchLayouts,
  useSaveLayout,
  useSaveTranslation,
} from './queries.ts';
import { SavedWarnings } from './saved-warnings.tsx';
import { draftFields, touchedFields, useDraft } from './use-draft.ts';

export interface ContentTabProps {
  layout: Layout;
  locale: string;
  /** Of a language that is not the main one. */
  translation: Translation | null;
  /** Holds what the fields say now, for whoever sends it; `null` while the design is no JSON. */
  shown: RefObject<JsonObject | null>;
}

/** One language of a layout: its lines, its design or HTML, and the mail that comes of it. */
export function ContentTab({ layout, locale, translation, shown }: ContentTabProps) {
  const { layouts, common, reasons, said } = useTexts();
  const errorText = useErrorText();
  const editor = useMay('editor');
  const isVisual = layout.bodyType === 'visual';
  const { draft, changed, dirty, version, change, markSaved, discard, takeUp } = useDraft(
    translation ?? layout,
    layout.version,
  );
  const kept = useLocalDraft({
    ...{ record: `layouts/${layout.id}/${locale}`, revision: String(version) },
    value: editor && dirty ? draft : null,
  });
  const fields = draftFields(draft, isVisual);
  useEffect(() => {
    shown.current = fields;
  });
  // Whoever writes another subject begins by taking the old one out: nothing to ask the server about.
  const isNameless = draft.subject === '';
  const preview = usePreview(layout.id, fields && !isNameless ? { ...fields, locale } : null);
  const saveMain = useSaveLayout(layout.id);
  const saveTranslation = useSaveTranslation(layout.id, locale);
  const { mutateAsync, isPending } = translation ? saveTranslation : saveMain;
  const [refusal, setRefusal] = useState<unknown>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const refetch = useRefetchLayouts();

  const isStale = refusal instanceof ApiError && refusal.status === 412;
  const named = refusal instanceof ApiError && Object.keys(refusal.fields).length > 0;
  const faults = faultsOf(preview.error ?? refusal, draft.body, isVisual, layouts.noJson);
  const failure = isStale
    ? null
    : named
      ? faults.elsewhere.map((each) => sayProblems(said, each)).join('; ') || null
      : refusal !== null
        ? errorText(refusal)
        : null;

  const edit = (changes: Partial<typeof draft>) => {
    if (!isStale) setRefusal(null);
    change(changes);
  };
  const save = async (over = version) => {
    if (!fields) return;
    try {
      // Mine over theirs is all of mine; otherwise what was not touched stays as it is, and as outdated.
      const own = over === version ? touchedFields(fields, changed) : fields;
      const saved = await mutateAsync({ version: over, fields: own });
      markSaved(draft);
      setRefusal(null);
      setWarnings(saved.warnings ?? []);
      notify(common.saved);
    } catch (error) {
      setRefusal(error);
      if (error instanceof ApiError && error.status === 412) await refetch();
    }
  };

  const subjectField = useRef<HTMLInputElement>(null);
  const previewField = useRef<HTMLInputElement>(null);
  const goToLine = useRef<(line: number) => void>(null);
  const jump = (path: string) => {
    if (path === 'subject') return subjectField.current?.focus();
    if (path === 'previewText') return previewField.current?.focus();
    const place = path.replace(/^bodyDesign\.?/, '');
    goToLine.current?.(isVisual ? lineOf(jsonLines(draft.body).lines, place) : 1);
  };

  const canSave = dirty && fields !== null && !isNameless;
  return (
    <EditorForm canSave={editor && canSave} save={save}>
      <LeaveGuard dirty={dirty} />
      <Stack gap="md">
        <Group justify="space-between" align="flex-end">
          <LanguageSelect layout={layout} locale={locale} />
          {!editor && (
            <Text size="sm" c="dimmed">
              {layouts.editorsChange}
            </Text>
          )}
        </Group>
        {translation && (
          <OutdatedNotice layout={layout} translation={translation} dirty={dirty} onJump={jump} />
        )}
        <DraftNotice
          of={kept}
          revision={String(layout.version)}
          onTakeUp={(value, from) => takeUp(value, Number(from))}
        />
        {isStale && (
          <Conflict
            layoutId={layout.id}
            from={version}
            busy={isPending}
            takeTheirs={() => {
              discard();
              setRefusal(null);
            }}
            keepMine={(newest) => void save(newest)}
          />
        )}
        <FormFailure text={failure} />
        <SavedWarnings of={warnings} onClose={() => setWarnings([])} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Stack gap="sm" miw={0}>
            <TextInput
              ref={subjectField}
              label={layouts.subject}
              value={draft.subject}
              readOnly={!editor}
              error={isNameless ? reasons['required'] : faults.subject && say(said, faults.subject)}
              onChange={({ currentTarget }) => edit({ subject: currentTarget.value })}
            />
            <TextInput
              ref={previewField}
              label={layouts.previewText}
              description={layouts.previewTextHint}
              value={draft.previewText}
              readOnly={!editor}
              error={faults.previewText && say(said, faults.previewText)}
              onChange={({ currentTarget }) => edit({ previewText: currentTarget.value })}
            />
            <CodeArea
              goToLine={goToLine}
              label={isVisual ? layouts.design : layouts.body}
              hint={isVisual ? layouts.designHint : layouts.bodyHint}
              value={draft.body}
              readOnly={!editor}
              faults={faults.body}
              onChange={(body) => edit({ body })}
            />
          </Stack>
          <div className={classes['beside']}>
            <PreviewPanel of={preview} stopped={fields === null || isNameless || preview.error !== null} />
          </div>
        </SimpleGrid>
        {editor && <SaveBar dirty={dirty} canSave={canSave} busy={isPending} />}
      </Stack>
    </EditorForm>
  );
}

function LanguageSelect({ layout, locale }: { layout: Layout; locale: string }) {
  const { layouts } = useTexts();
  const nameOf = useLanguageName();
  const [, change] = useSearchParams();
  return (
    <Select
      label={layouts.language}
      w={260}
      allowDeselect={false}
      value={locale}
      data={layout.languages.map(({ locale: value, isMain }) => ({
        value,
        label: isMain ? `${nameOf(value)} · ${layouts.main}` : nameOf(value),
      }))}
      onChange={(value) => change({ locale: value === layout.defaultLocale ? null : value })}
    />
  );
}
