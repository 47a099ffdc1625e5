import { Button, Group, List, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChecks } from '@tabler/icons-react';
import type { TranslationWork } from 'outstep/features/layouts/translations/translation-work.schema.ts';
import { directionOf } from 'outstep/features/rendering/design/direction.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useMemo, useRef, useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useLanguageName } from '../../../parts/language-name.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { entriesOf } from '../../editor/model/blocks.rules.ts';
import { useTestVariables } from '../../editor/text/use-variables.ts';
import type { LanguageTexts } from '../session/layout-work.rules.ts';
import type { LanguageInfo, TranslatedDraft } from './content.ts';
import { hasNoRoomToGrow, needsTranslation } from './row-facts.rules.ts';
import { differenceNames, textName } from './text-names.ts';
import classes from './translate.module.css';
import { TranslateRow } from './translate-row.tsx';
import { TranslatedMail } from './translated-mail.tsx';
import { useTranslateRows } from './use-translate-rows.ts';
import { useTranslateTexts } from './use-translate-texts.ts';
import type { UpToDateMark } from './use-translation-marks.ts';

interface DifferentHereProps {
  of: TranslationWork['differs'];
  main: LanguageTexts;
  own: LanguageTexts;
}

/** Informs where a language differs from the main one; no action is needed. */
function DifferentHere({ of, main, own }: DifferentHereProps) {
  const { different, outdated } = useTexts().layouts;
  if (of.length === 0) return null;
  return (
    <details className={classes['different']}>
      <summary>{different.count(of.length)}</summary>
      <Text size="sm" c="dimmed">
        {different.hint}
      </Text>
      <List size="sm">
        {differenceNames(of, { main, own }, outdated, different.how).map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </details>
  );
}

export interface TranslateProps {
  layout: LanguageTexts & { id: string; defaultLocale: string };
  locale: string;
  /** The language's texts on the server. */
  saved: LanguageTexts;
  draft: TranslatedDraft;
  done: UpToDateMark;
  readOnly: boolean;
  /** The error of a text, by its path in the language. */
  faultAt(path: string): string | null;
}

/** Every row has an editor, so more rows are shown only on request. */
const AT_ONCE = 100;

const noDesign: JsonObject = {};

/** Wide enough for an email beside two columns of texts. */
const WIDE = '(min-width: 75em)';

/** The texts of a language beside those of the main one. */
export function TranslateBoard(props: TranslateProps) {
  const { layout, locale } = props;
  const work = useRead<TranslationWork>(
    `/email-templates/${layout.id}/translations/${encodeURIComponent(locale)}/work`,
  );
  if (work.data) return <Board {...props} work={work.data} />;
  return work.isError ? <Failure error={work.error} retry={work.refetch} /> : <Skeleton height={480} />;
}

function Board({ work, ...props }: TranslateProps & { work: TranslationWork }) {
  const { layout, locale, saved, draft, done, readOnly, faultAt } = props;
  const texts = useTranslateTexts();
  const { layouts } = useTexts();
  const nameOf = useLanguageName();
  const [isOnlyOpen, setIsOnlyOpen] = useState(() => work.rows.some(needsTranslation));
  const [shown, setShown] = useState(AT_ONCE);
  /** An open row remains in place after it is translated and saved, so that people keep their position. */
  const wasOpen = useRef(new Set<string>());
  for (const { path, state } of work.rows) if (state !== 'done') wasOpen.current.add(path);
  const languageInfoOf = (code: string): LanguageInfo => ({
    locale: code,
    name: nameOf(code),
    dir: directionOf(code),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: identified by their codes
  const [from, to] = useMemo(
    () => [languageInfoOf(layout.defaultLocale), languageInfoOf(locale)],
    [layout.defaultLocale, locale, nameOf],
  );
  const main = layout.bodyDesign ?? noDesign;
  const entries = useMemo(() => entriesOf(main), [main]);
  const variables = useTestVariables(layout.id, locale, draft.design ?? noDesign);
  const { rows, open, said, ...acts } = useTranslateRows({
    ...{ work, layout, saved, draft, done },
    isShown: ({ path }) => !isOnlyOpen || wasOpen.current.has(path),
    show: (count) => setShown((before) => Math.max(before, count)),
  });
  const visible = rows.slice(0, shown);
  const isWide = useMediaQuery(WIDE) ?? false;
  /** Path of the row being edited. */
  const [reached, setReached] = useState<string | null>(null);
  const own = { ...saved, bodyDesign: draft.design ?? undefined };
  return (
    <section aria-label={texts.label}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={600} role="status">
            {texts.open(open, work.rows.length)}
            {said && ` ${said}`}
          </Text>
          <Switch
            size="sm"
            label={texts.onlyOpen}
            checked={isOnlyOpen}
            onChange={({ currentTarget }) => {
              wasOpen.current.clear();
              setIsOnlyOpen(currentTarget.checked);
            }}
          />
        </Group>
        {!readOnly && (
          <Text size="sm" c="dimmed" className={classes['keys'] ?? ''}>
            {texts.keys}
          </Text>
        )}
        <DifferentHere of={work.differs} main={layout} own={own} />
        {visible.length === 0 ? (
          <EmptyState icon={IconChecks} title={texts.nothingOpen} hint={texts.nothingOpenHint} />
        ) : (
          <div className={classes['board']}>
            <div>
              <div className={classes['heads']} aria-hidden>
                <Text size="sm" c="dimmed">{`${from.name} · ${layouts.main}`}</Text>
                <Text size="sm" c="dimmed">
                  {to.name}
                </Text>
              </div>
              <ol className={classes['rows']}>
                {visible.map(({ row, text, state, at, isEdited }) => (
                  <TranslateRow
                    key={row.path}
                    {...{ row, text, state, isEdited, from, to, readOnly, entries, variables, ...acts }}
                    name={textName(row.path, layout, layouts.outdated)}
                    isMarked={done.paths.has(row.path)}
                    isTight={hasNoRoomToGrow(row.path, layout)}
                    fault={at === null ? null : faultAt(at)}
                    onReach={setReached}
                  />
                ))}
              </ol>
            </div>
            {isWide && draft.design && (
              <TranslatedMail
                {...{ layoutId: layout.id, locale, language: to.name, design: draft.design }}
                subject={String(draft.content['subject'])}
                previewText={String(draft.content['previewText'])}
                at={rows.find(({ row }) => row.path === reached)?.at ?? null}
              />
            )}
          </div>
        )}
        {rows.length > visible.length && (
          <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
            {texts.more(Math.min(AT_ONCE, rows.length - visible.length))}
          </Button>
        )}
      </Stack>
    </section>
  );
}
