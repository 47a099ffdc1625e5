import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { DraftNotice } from '../../parts/drafts/draft-notice.tsx';
import { useLocalDraft } from '../../parts/drafts/use-local-draft.ts';
import { EditorForm } from '../../parts/editor-form.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { notify } from '../../parts/notify.ts';
import { SaveBar } from '../../parts/save-bar.tsx';
import { useSteady } from '../../parts/use-steady.ts';
import { say, sayProblems } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CodeView } from './code-view.tsx';
import { Conflict } from './conflict.tsx';
import { ContentHead, useView } from './content-head.tsx';
import { DesignView } from './design-view.tsx';
import { faultsOf } from './faults.ts';
import { LineField } from './line-field.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import {
  type Layout,
  type Translation,
  useRefetchLayouts,
  useSaveAllLanguages,
  useSaveLayout,
  useSaveTranslation,
} from './queries.ts';
import { SavedWarnings } from './saved-warnings.tsx';
import { type Draft, draftFields, draftToKeep, touchedFields, useDraft } from './use-draft.ts';
import { useFollow } from './use-follow.ts';

export interface ContentTabProps {
  layout: Layout;
  locale: string;
  /** Of a language that is not the main one. */
  translation: Translation | null;
  /** Holds what the fields say now, for whoever sends it; `null` while the design is no JSON. */
  shown: RefObject<JsonObject | null>;
}

const noFaults = {};

/** One language of a layout: its lines, its design or HTML, and the mail that comes of it. */
export function ContentTab({ layout, locale, translation, shown }: ContentTabProps) {
  const { layouts, common, reasons, said } = useTexts();
  const errorText = useErrorText();
  const editor = useMay('editor');
  const draft = useDraft(translation ?? layout, layout.version);
  const { subject, previewText, changed, dirty, version } = draft;
  const kept = useLocalDraft({
    ...{ record: `layouts/${layout.id}/${locale}`, revision: String(version) },
    value: editor && dirty ? draft.work : null,
    toKeep: draftToKeep,
  });
  const fields = draftFields(draft);
  useEffect(() => {
    shown.current = fields;
  });
  // Whoever writes another subject begins by taking the old one out: nothing to ask the server about.
  const isNameless = subject === '';
  const saveMain = useSaveLayout(layout.id);
  const saveAll = useSaveAllLanguages(layout.id);
  const saveTranslation = useSaveTranslation(layout.id, locale);
  const follow = useFollow(layout, translation === null, draft.isUnparsed ? null : draft.design);
  const { mutateAsync, isPending } = translation ? saveTranslation : follow.reaches ? saveAll : saveMain;
  const [refusal, setRefusal] = useState<unknown>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  /** What the mail that is shown could not be made of, by field. */
  const [found, setFound] = useState<Readonly<Record<string, string>>>(noFaults);
  const refetch = useRefetchLayouts();
  const view = useView(draft.isVisual);

  const isStale = refusal instanceof ApiError && refusal.status === 412;
  const refused = refusal instanceof ApiError ? refusal.fields : noFaults;
  const named = Object.keys(refused).length > 0;
  const told = Object.keys(found).length > 0 ? found : refused;
  const faults = useMemo(() => faultsOf(told), [told]);
  const failure = isStale
    ? null
    : named
      ? faults.elsewhere.map((each) => sayProblems(said, each)).join('; ') || null
      : refusal !== null
        ? errorText(refusal)
        : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused is another text now
  useEffect(() => {
    if (!isStale) setRefusal(null);
  }, [draft.work]);
  const save = async (over = version) => {
    if (!fields) return;
    try {
      // Mine over theirs is all of mine; otherwise what was not touched stays as it is, and as outdated.
      const own = over === version ? touchedFields(fields, changed) : fields;
      const saved = await mutateAsync({ version: over, fields: own });
      draft.markSaved(fields);
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
  const goToField = useRef<(field: string) => void>(null);
  const jump = (path: string) => {
    if (path === 'subject') return subjectField.current?.focus();
    if (path === 'previewText') return previewField.current?.focus();
    goToField.current?.(path.replace(/^bodyDesign\.?/, ''));
  };

  const jumpTo = useSteady(jump);
  const takeUp = useSteady((value: Draft, from: string | null) => draft.takeUp(value, Number(from)));
  const canSave = dirty && fields !== null && !isNameless;
  const shared = {
    ...{ layout, locale, draft, readOnly: !editor, faults: faults.body, onFaults: setFound, goToField },
    isMain: translation === null,
  };
  return (
    <EditorForm canSave={editor && canSave} save={save}>
      <LeaveGuard dirty={dirty} />
      <Stack gap="md">
        <ContentHead
          layout={layout}
          locale={locale}
          canChange={editor}
          hasViews={draft.isVisual}
          isCodeOnly={draft.isUnparsed}
        />
        {translation && (
          <OutdatedNotice layout={layout} translation={translation} dirty={dirty} onJump={jumpTo} />
        )}
        <DraftNotice of={kept} revision={String(layout.version)} onTakeUp={takeUp} />
        {isStale && (
          <Conflict
            layoutId={layout.id}
            from={version}
            busy={isPending}
            takeTheirs={() => {
              draft.discard();
              setRefusal(null);
            }}
            keepMine={(newest) => void save(newest)}
          />
        )}
        <FormFailure text={failure} />
        <SavedWarnings of={warnings} onClose={() => setWarnings([])} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <LineField
            ref={subjectField}
            name="subject"
            label={layouts.subject}
            description={draft.isVisual ? layouts.subjectHint : undefined}
            value={subject}
            readOnly={!editor}
            error={isNameless ? reasons['required'] : faults.subject && say(said, faults.subject)}
            onWrite={draft.write}
          />
          <LineField
            ref={previewField}
            name="previewText"
            label={layouts.previewText}
            description={layouts.previewTextHint}
            value={previewText}
            readOnly={!editor}
            error={faults.previewText && say(said, faults.previewText)}
            onWrite={draft.write}
          />
        </SimpleGrid>
        {view === 'design' && draft.design && !draft.isUnparsed ? (
          <DesignView {...shared} design={draft.design} />
        ) : (
          <CodeView {...shared} isNameless={isNameless} />
        )}
        {editor && (
          <SaveBar dirty={dirty} canSave={canSave} busy={isPending}>
            {dirty && follow.canReach && (
              <Checkbox
                size="sm"
                label={layouts.follow(follow.others)}
                checked={follow.isWanted}
                onChange={({ currentTarget }) => follow.setIsWanted(currentTarget.checked)}
              />
            )}
          </SaveBar>
        )}
      </Stack>
    </EditorForm>
  );
}
