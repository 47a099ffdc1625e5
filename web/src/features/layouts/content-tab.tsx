import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { memo, type ReactNode, type Ref, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { EditorForm } from '../../parts/editor-form.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { useEventCallback } from '../../parts/use-event-callback.ts';
import { capitalized, translateProblems, translateSentence } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { DrawInBackground } from '../editor/samples/draw-in-background.ts';
import { EditInPlaceProvider } from '../editor/sides/edit-here.ts';
import { LazyHead, LazySaveBar } from '../presets/in-mail/lazy-preset-in-mail.tsx';
import { usePresetInMail } from '../presets/in-mail/use-preset-in-mail.ts';
import { CodeView, DesignView } from './body-views.tsx';
import { ContentHead, useView } from './content-head.tsx';
import { DraftOffer } from './draft/draft-offer.tsx';
import type { ServerDraft } from './draft/use-server-draft.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { ConcurrentEditNotice } from './others-notice.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import type { Layout } from './queries.ts';
import { SavePart } from './save-part.tsx';
import { SavedWarnings } from './saved-warnings.tsx';
import type { ContentField } from './session/layout-work.rules.ts';
import { draftFields, useLanguage } from './session/use-language.ts';
import type { LayoutSession } from './session/use-layout-session.ts';
import { TranslateView } from './translate/translate-view.tsx';
import type { LayoutPair } from './use-paired-translations.ts';
import type { Saving } from './use-save.ts';

interface LineFieldProps {
  ref: Ref<HTMLInputElement>;
  name: ContentField;
  label: string;
  description: string | undefined;
  value: string;
  readOnly: boolean;
  error: ReactNode;
  onWrite(name: ContentField, value: string): void;
}

/** The subject or preview text. Memoized, so that it rerenders with its own value only. */
const LineField = memo(function LineField({ name, onWrite, ...props }: LineFieldProps) {
  return (
    <TextInput
      {...props}
      id={`line-${name}`}
      // Follows the direction of the text, regardless of the app's language.
      dir="auto"
      onChange={({ currentTarget }) => onWrite(name, currentTarget.value)}
    />
  );
});

export interface ContentTabProps {
  layout: Layout;
  /** The layout with its other languages at one moment; `null` until loaded. */
  pair: LayoutPair | null;
  whole: LayoutSession;
  saving: Saving;
  drafted: ServerDraft;
  /** A language whose content is loaded. */
  locale: string;
  /** Receives the current content for test emails; `null` while the design is invalid JSON. */
  shown: RefObject<JsonObject | null>;
}

const noFaults = {};

/** One language of a layout: its subject, preview text, and design or HTML, with the resulting email. */
export function ContentTab({ layout, pair, whole, saving, drafted, locale, shown }: ContentTabProps) {
  const { layouts, reasons, said, versions } = useTexts();
  const errorText = useErrorText();
  const editor = useMay('editor');
  const { changes } = whole;
  const { save, refusal, isStale } = saving;
  const draft = useLanguage(whole, locale);
  const { subject, previewText } = draft;
  const isMain = locale === layout.defaultLocale;
  const translation = isMain ? undefined : pair?.translations.find((each) => each.locale === locale);
  const done = saving.done.of(locale);
  const fields = draftFields(draft);
  const view = useView(draft.isVisual, !isMain);
  const isDesign = view === 'design' && draft.design !== null && !draft.isUnparsed;
  const { begin, inner } = usePresetInMail({ locale, design: isDesign ? draft.design : null });
  useEffect(() => {
    shown.current = fields && inner ? { ...fields, bodyDesign: inner.mailDesign } : fields;
  });
  // Replacing a subject starts with deleting the old one, so an empty one isn't sent to the server.
  const isNameless = subject === '';
  /** Errors of the email preview, by field. */
  const [found, setFound] = useState<Readonly<Record<string, string>>>(noFaults);

  const isNamed = Object.keys(saving.faults).length > 0;
  const told = Object.keys(found).length > 0 ? found : inner ? inner.faults : saving.faults;
  const faults = useMemo(() => fieldErrorsOf(told), [told]);
  const failure = isStale
    ? null
    : isNamed
      ? faults.elsewhere
          .map((each) => capitalized(translateProblems(said, versions.fields, each)))
          .join('; ') || null
      : refusal !== null
        ? errorText(refusal)
        : null;

  const subjectField = useRef<HTMLInputElement>(null);
  const previewField = useRef<HTMLInputElement>(null);
  const goToField = useRef<(field: string) => void>(null);
  const jump = (path: string) => {
    if (path === 'subject') return subjectField.current?.focus();
    if (path === 'previewText') return previewField.current?.focus();
    goToField.current?.(path.replace(/^bodyDesign\.?/, ''));
  };
  const jumpTo = useEventCallback(jump);
  const draw = useRef<DrawInBackground>(null);
  const faultAt = (path: string) => {
    if (path === 'subject' && isNameless) return reasons.required ?? null;
    const reason = Object.hasOwn(told, path) ? (told as Readonly<Record<string, string>>)[path] : null;
    return reason ? translateSentence(said, reason) : null;
  };

  const shared = {
    ...{ layout, locale, draft, readOnly: !editor, faults: faults.body, onFaults: setFound },
    ...{ goToField, draw },
    isMain,
  };
  return (
    <EditorForm
      canSave={editor && (inner ? inner.isDirty && !inner.isSaving : saving.canSave)}
      save={() => (inner ? inner.save() : save())}
    >
      <Stack gap="md">
        {inner ? (
          <LazyHead key={inner.preset.id} of={inner} isAsked={saving.isUnsaved} />
        ) : (
          <>
            <ContentHead
              layout={layout}
              locale={locale}
              canChange={editor}
              isVisual={draft.isVisual}
              isCodeOnly={draft.isUnparsed}
              unsaved={[...changes.keys()].join(' ')}
            />
            {pair && translation && view !== 'translate' && (
              <OutdatedNotice
                layout={pair.layout}
                translation={translation}
                dirty={saving.isUnsaved}
                onJump={jumpTo}
              />
            )}
            {whole.isWhole && <DraftOffer layout={layout} of={drafted} />}
            <ConcurrentEditNotice
              layoutId={layout.id}
              whole={whole}
              isAsked={isStale}
              onLater={saving.giveUp}
              draw={draw}
            />
            <FormFailure text={failure} />
            <SavedWarnings of={saving.warnings} onClose={saving.closeWarnings} />
          </>
        )}
        {view === 'translate' && pair && translation && !draft.isUnparsed ? (
          <TranslateView
            {...{ locale, draft, done, faultAt }}
            layout={pair.layout}
            saved={translation}
            readOnly={!editor}
          />
        ) : (
          <>
            {!inner && (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <LineField
                  ref={subjectField}
                  name="subject"
                  label={layouts.subject}
                  description={draft.isVisual ? layouts.subjectHint : undefined}
                  value={subject}
                  readOnly={!editor}
                  error={
                    isNameless ? reasons.required : faults.subject && translateSentence(said, faults.subject)
                  }
                  onWrite={draft.write}
                />
                <LineField
                  ref={previewField}
                  name="previewText"
                  label={layouts.previewText}
                  description={layouts.previewTextHint}
                  value={previewText}
                  readOnly={!editor}
                  error={faults.previewText && translateSentence(said, faults.previewText)}
                  onWrite={draft.write}
                />
              </SimpleGrid>
            )}
            {isDesign && draft.design ? (
              <EditInPlaceProvider value={editor ? begin : null}>
                <DesignView {...shared} design={draft.design} inner={inner} />
              </EditInPlaceProvider>
            ) : (
              <CodeView {...shared} isNameless={isNameless} />
            )}
          </>
        )}
        {inner ? (
          <LazySaveBar of={inner} />
        ) : (
          editor && <SavePart layoutId={layout.id} {...{ whole, saving, locale }} />
        )}
      </Stack>
    </EditorForm>
  );
}
