import { useEffect, useImperativeHandle, useMemo, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { usePreview } from '../../parts/use-preview.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useDrawnMail } from '../editor/canvas/use-drawn-mail.ts';
import { useCanvasData } from '../editor/data/data-choice.ts';
import { useDataNames } from '../editor/data/use-data-texts.ts';
import { Editor } from '../editor/editor.tsx';
import { entriesOf } from '../editor/model/blocks.rules.ts';
import { type ForcedConditions, withForced } from '../editor/model/forced.rules.ts';
import type { DesignChange } from '../editor/model/history.rules.ts';
import { entriesWithin, openPreset } from '../editor/model/open-preset.rules.ts';
import { OutOfDate } from '../editor/out-of-date.tsx';
import { PictureDropZone } from '../editor/pictures/picture-drops.tsx';
import { DrawInBackgroundProvider } from '../editor/samples/draw-in-background.ts';
import { type EditorSession, fieldPath } from '../editor/session/session.ts';
import { MailLanguageProvider } from '../editor/sides/mail-language.ts';
import { useSentVariables, useTestVariables } from '../editor/text/use-variables.ts';
import { needsText, useCanvasView } from '../editor/views/canvas-view.ts';
import type { DesignViewProps } from './body-views.tsx';
import { draftFields } from './session/use-language.ts';
import { useShownData } from './shown-data.ts';

const none = {};

/** The editor for one language of a layout, or for a preset in it. */
export function DesignEditor(props: DesignViewProps) {
  const { layout, locale, isMain, draft, inner, readOnly, faults, onFaults, goToField, draw } = props;
  const { editor } = useTexts();
  const { subject, previewText, isLedHere } = draft;
  // A preset uses the same editor and history actions, while the email around it remains visible.
  const { history, run, select, undo, redo, labelOfUndo, labelOfRedo } = inner ?? draft;
  const { place = null, blocks = null, open = null } = inner ?? {};
  const design = useMemo(
    () => (place && blocks ? openPreset(props.design, place, blocks) : props.design),
    [props.design, place, blocks],
  );
  const all = useMemo(() => entriesOf(design), [design]);
  const entries = useMemo(() => (open ? entriesWithin(all, open.list) : all), [all, open]);
  const [forced, setForced] = useState<ForcedConditions>(new Map());
  const looked = useMemo(() => withForced(design, all, forced), [design, all, forced]);
  const { view, change: changeView } = useCanvasView();
  const samples = useTestVariables(layout.id, locale, design);
  const sent = useSentVariables(layout.id);
  const data = useCanvasData(view.data, samples, sent);
  useShownData(data, useDataNames().nameOf(view.data));
  const drawing = useDrawnMail({
    ...{ layoutId: layout.id, locale, isMain },
    ...{ subject, previewText, design: looked },
    ...{ isSaved: !draft.dirty && looked === props.design, hasText: needsText(view), data },
    openAt: place,
  });
  const { drawn, isAvailable, isOutOfDate } = drawing;
  // Shows the email rendered by the server until the first one is drawn here, or if none can be.
  const fields = draftFields(draft);
  const needsServer = !isAvailable || drawn === null;
  const preview = usePreview(
    layout.id,
    needsServer && fields && subject !== ''
      ? {
          ...{ ...fields, locale },
          ...(inner && { bodyDesign: inner.mailDesign }),
          ...(data && { variables: data }),
        }
      : null,
  );
  const found = isAvailable
    ? drawing.faults
    : preview.error instanceof ApiError
      ? preview.error.fields
      : null;
  useEffect(() => {
    if (found) onFaults(found);
  }, [found, onFaults]);
  useEffect(() => () => onFaults(none), [onFaults]);

  const inDesign = useMemo(
    () => Object.fromEntries(faults.map(({ field, reason }) => [field, reason])),
    [faults],
  );
  const { selection } = history;
  const theirs = inner ? undefined : draft.theirs;
  const [canUndo, canRedo] = [history.at > 0, history.at < history.steps.length];
  // Memoized, so that drawing the email doesn't rerender tools and fields.
  const session = useMemo(
    (): EditorSession => ({
      ...{ design, entries, selection, canChange: !readOnly, faults: inDesign },
      run: (change: DesignChange | null) => change && run(change),
      ...{ select, undo, redo, canUndo, canRedo, forced, ...(theirs && { theirs }) },
      ...(open && { preset: open }),
      force: (key, holds) =>
        setForced((before) => {
          const after = new Map(before);
          if (holds === null) after.delete(key);
          else after.set(key, holds);
          return after;
        }),
    }),
    [
      design,
      entries,
      selection,
      readOnly,
      inDesign,
      run,
      select,
      undo,
      redo,
      canUndo,
      canRedo,
      forced,
      theirs,
      open,
    ],
  );
  useImperativeHandle(draw, () => drawing.drawAside);
  useImperativeHandle(goToField, () => (field: string) => {
    const owner = entries.findLast(({ path }) => field.startsWith(fieldPath(path)));
    select(owner?.key ?? null);
  });
  // Undo may switch to another language; the focus follows to its undo button.
  useEffect(() => {
    if (!isLedHere.current) return;
    isLedHere.current = false;
    document.querySelector<HTMLElement>(`[role=toolbar] [aria-label="${editor.undo}"]`)?.focus();
  }, [isLedHere, editor.undo]);
  return (
    <PictureDropZone session={session}>
      <MailLanguageProvider value={locale}>
        <DrawInBackgroundProvider value={drawing.drawAside}>
          {isOutOfDate && <OutOfDate isSaved={!draft.dirty} />}
          <Editor
            session={session}
            layoutId={layout.id}
            {...{ locale, subject, previewText, samples, data, sent }}
            html={drawn?.mail.html ?? preview.rendered?.html ?? null}
            drawn={drawn}
            words={drawn?.mail ?? preview.rendered}
            view={view}
            onView={changeView}
            isStandIn={!isAvailable}
            labelOfUndo={labelOfUndo}
            labelOfRedo={labelOfRedo}
          />
        </DrawInBackgroundProvider>
      </MailLanguageProvider>
    </PictureDropZone>
  );
}
