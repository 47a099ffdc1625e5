import { Alert, Box, Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { notify } from '../../parts/notify.ts';
import { useEventCallback } from '../../parts/use-event-callback.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { LazyChecks } from './checks/lazy-checks.tsx';
import { DataMenu } from './data/data-menu.tsx';
import classes from './editor.module.css';
import { editorKeys, focusNextPane } from './editor-keys.ts';
import { ErrorList } from './error-list.tsx';
import { fieldsOf, type LayoutSchema } from './fields/fields.rules.ts';
import { FieldsPanel, inputId } from './fields/fields-panel.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { Outline } from './outline.tsx';
import type { DrawnMail, EmailTexts } from './page/drawn-mail.ts';
import { useClipboard } from './page/use-clipboard.ts';
import { differsOnlyInText, type EditorSession } from './session/session.ts';
import { visibleErrors } from './session/visible-errors.rules.ts';
import { fieldsSheet, findField, outlineSheet, type Sheet, SideSheet } from './side-sheet.tsx';
import { useAnnounceOpenPreset } from './sides/use-opened-preset.ts';
import { useSideTexts } from './sides/use-side-texts.ts';
import { TestVariables } from './test-variables/test-variables.tsx';
import type { TextContext } from './text/canvas-text.tsx';
import type { SentVariables } from './text/sent-variables.rules.ts';
import type { UnsupportedReason } from './text/text-tokens.rules.ts';
import { useNames } from './text/use-variables.ts';
import { Toolbar } from './toolbar.tsx';
import { useActions } from './use-actions.ts';
import type { CanvasView } from './views/canvas-view.ts';
import { MailViews } from './views/mail-views.tsx';
import { ViewBar } from './views/view-bar.tsx';

interface EditorProps {
  session: EditorSession;
  /** The rendered email shown on the canvas; `null` before the first render. */
  html: string | null;
  /** The same with its marks, if it was drawn here. */
  drawn: DrawnMail | null;
  words: EmailTexts | null;
  view: CanvasView;
  onView(part: Partial<CanvasView>): void;
  /** The test variables of the design, and other data to preview it with. */
  samples: JsonObject;
  data: JsonObject | null;
  sent: SentVariables;
  isStandIn: boolean;
  layoutId: string;
  locale: string;
  /** Subject and preview text as typed. */
  subject: string;
  previewText: string;
  /** What undo would revert, in words. */
  labelOfUndo: string | null;
  labelOfRedo: string | null;
}

/** The email, its blocks and their fields: three views of one design. */
export function Editor({
  session: whole,
  html,
  drawn,
  words,
  view,
  onView,
  samples: variables,
  data,
  sent,
  isStandIn,
  layoutId,
  locale,
  subject,
  previewText,
  labelOfUndo,
  labelOfRedo,
}: EditorProps) {
  const { editor } = useTexts();
  const sides = useSideTexts();
  const [said, setSaid] = useState('');
  const [unrested, setUnrested] = useState<string | null>(null);
  const session = useMemo(
    () => ({ ...whole, faults: visibleErrors(whole.faults, unrested) }),
    [whole, unrested],
  );
  const actions = useActions(session, setSaid);
  const place = useRef<HTMLDivElement>(null);
  useClipboard(place, actions.clipboard);
  const schema = useRead<LayoutSchema>('/layout-schema');
  const fields = useMemo(() => (schema.data ? fieldsOf(schema.data) : null), [schema.data]);
  const names = useNames(layoutId);
  const [moving, setMoving] = useState(false);
  const [adding, setAdding] = useState(false);
  const [testing, setTesting] = useState(false);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false }) ?? false;
  const seenKeys = drawn?.keys.join() ?? null;
  const seen = useMemo(() => (seenKeys === null ? null : new Set(seenKeys.split(','))), [seenKeys]);
  const late = useDeferredValue(session);
  const shown = differsOnlyInText(late, session) ? late : session;
  const selected = shown.entries.find(({ key }) => key === shown.selection) ?? null;

  /** Focuses a field of the block, or its first one. */
  const goTo = useEventCallback((key: string | null, field: string | null) => {
    session.select(key);
    if (key === null && field?.startsWith('testVariables')) return setTesting(true);
    const entry = session.entries.find((each) => each.key === key);
    const steps = field?.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)) ?? [];
    const named = field && inputId([...(entry?.path ?? []), ...steps]);
    if (isNarrow) return setSheet(fieldsSheet(named));
    // The panel shows another block only after this.
    setTimeout(() => findField(named)?.focus(), 50);
  });
  const editFirst = useEventCallback((key: string | null) => goTo(key, null));
  const undo = useEventCallback(() => {
    if (labelOfUndo) setSaid(editor.said.undone(labelOfUndo));
    session.undo();
  });
  const redo = useEventCallback(() => {
    if (labelOfRedo) setSaid(editor.said.redone(labelOfRedo));
    session.redo();
  });
  const onUnfit = useEventCallback((key: string, field: string, reason: UnsupportedReason) => {
    notify(editor.text.unfit[reason]);
    goTo(key, field);
  });
  const text = useMemo(
    (): TextContext => ({
      ...{ session: shown, names, sent, fields: fields?.blocks ?? null, onUnfit },
      variables: data ?? variables,
      ...{ onUnrest: setUnrested, announce: setSaid },
      filters: schema.data?.liquid.filters ?? [],
    }),
    [shown, names, sent, data, variables, fields, schema.data, onUnfit],
  );
  const { theirs } = whole;
  useEffect(() => {
    if (theirs && theirs.size > 0) setSaid(editor.said.theirs(theirs.size));
  }, [theirs, editor]);
  useAnnounceOpenPreset(session, place, (name) => {
    setSheet(null);
    setSaid(name === null ? sides.backInLayout : sides.editing(name));
  });
  const openMove = useEventCallback(() => setMoving(true));
  const press = editorKeys({
    ...{ undo, redo },
    goOn: (root, step) => focusNextPane(root, step, isNarrow ? { sheet, show: setSheet } : null),
    add: session.canChange ? () => setAdding(true) : null,
    rename: selected && (() => goTo(selected.key, 'id')),
  });

  const outline = <Outline {...{ session: shown, actions, seen, isSheet: isNarrow }} onEdit={editFirst} />;
  const panel = (
    <div data-fields>
      <FieldsPanel session={session} fields={fields} names={names} />
    </div>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys for the whole editor
    <div ref={place} onKeyDown={press}>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          {session.canChange && (
            <Toolbar
              session={shown}
              actions={actions}
              selected={selected}
              onUndo={undo}
              onRedo={redo}
              onMove={openMove}
              isAdding={adding}
              onAdding={setAdding}
            />
          )}
          <Group gap="sm">
            {!session.preset && (
              <TestVariables
                {...{ session, variables, isNarrow }}
                opened={testing}
                onOpenedChange={setTesting}
              />
            )}
            <ViewBar view={view} onChange={onView} isNarrow={isNarrow} />
          </Group>
        </Group>
        {isNarrow && (
          <Group gap="xs" grow>
            <Button variant="default" onClick={() => setSheet(outlineSheet)}>
              {editor.outline}
            </Button>
            <Button variant="default" onClick={() => setSheet({ pane: 'fields' })}>
              {editor.fields}
            </Button>
          </Group>
        )}
        {isStandIn && (
          <Alert color="gray" variant="light" py="xs">
            {editor.standIn}
          </Alert>
        )}
        <Group gap="xs" wrap={isNarrow ? 'wrap' : 'nowrap'} className={classes['findings'] ?? ''}>
          <ErrorList session={session} onGoTo={goTo} />
          {!session.preset && (
            <LazyChecks
              {...{ session: shown, layoutId, locale, subject, previewText, drawn, variables }}
              onGoTo={goTo}
              announce={setSaid}
            />
          )}
          <DataMenu
            {...{ layoutId, choice: view.data, announce: setSaid }}
            onChange={(chosen) => onView({ data: chosen })}
          />
        </Group>
        <div className={classes['panes']}>
          <Paper
            withBorder
            component="section"
            aria-label={editor.canvas}
            className={classes['canvas'] ?? ''}
          >
            {session.entries.length === 0 && (
              <Text size="sm" p="md">
                {editor.empty}
              </Text>
            )}
            <MailViews html={html} words={words} view={view} isNarrow={isNarrow}>
              {(look) => (
                <Canvas
                  {...look}
                  drawn={drawn}
                  entries={shown.entries}
                  selection={shown.selection}
                  onSelect={session.select}
                  onEdit={goTo}
                  onKey={actions.press}
                  canChange={session.canChange}
                  theirs={shown.theirs}
                  placesFor={actions.placesFor}
                  onDrop={actions.drop}
                  text={text}
                />
              )}
            </MailViews>
          </Paper>
          {!isNarrow && (
            <Paper
              withBorder
              component="section"
              aria-label={editor.outline}
              className={classes['side'] ?? ''}
            >
              {outline}
              <Box className={classes['fields']} p="md">
                {panel}
              </Box>
            </Paper>
          )}
        </div>
      </Stack>
      <MoveDialog
        design={session.design}
        entry={selected}
        placesFor={actions.placesFor}
        opened={moving}
        onClose={() => setMoving(false)}
        onMove={(place) => {
          setMoving(false);
          if (selected) actions.moveTo(selected, place);
        }}
      />
      <SideSheet
        sheet={isNarrow ? sheet : null}
        onClose={() => setSheet(null)}
        outline={outline}
        panel={panel}
      />
    </div>
  );
}
