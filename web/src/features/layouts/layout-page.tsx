import { Anchor, Badge, Button, Group, Skeleton, Tabs } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCopy, IconSend } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { memo, useCallback, useRef, useState } from 'react';
import { useMay, useStore } from '../../api/session.ts';
import { Failure } from '../../parts/failure.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { TestMailDialog } from '../../parts/test-mail-dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ContentTab } from './content-tab.tsx';
import { DetailsTab } from './details-tab.tsx';
import { OtherDraftsNotice } from './draft/draft-people.tsx';
import { useServerDraft } from './draft/use-server-draft.ts';
import { LanguagesTab } from './languages-tab.tsx';
import { type Layout, useLayout, useReadBase } from './queries.ts';
import { hasLanguage } from './session/use-language.ts';
import { useLayoutSession } from './session/use-layout-session.ts';
import { type ShownData, ShownDataContext } from './shown-data.ts';
import { useDuplicate } from './use-duplicate.ts';
import { useRefetchOnRemoteSave } from './use-others-changes.ts';
import { usePairedTranslations } from './use-paired-translations.ts';
import { useSave } from './use-save.ts';
import { VersionsTab } from './versions-tab.tsx';

/** Duplicates the saved layout and opens the copy. */
function DuplicateButton({ layout }: { layout: Layout }) {
  const { layouts } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  const duplicate = useDuplicate();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const copy = await duplicate(layout);
    setBusy(false);
    if (copy !== null) await navigate({ to: storePath(store.id, `layouts/${copy}`) });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      loading={busy}
      onClick={() => void run()}
    >
      {layouts.duplicateLayout}
    </Button>
  );
}

const tabs = ['content', 'languages', 'versions', 'details'] as const;
type Tab = (typeof tabs)[number];

export function Page() {
  const { layoutId = '' } = useParams({ strict: false }) as { layoutId?: string };
  const { pages } = useTexts();
  const layout = useLayout(layoutId);
  if (layout.data && !layout.isPlaceholderData) return <LayoutPage key={layoutId} layout={layout.data} />;
  return (
    <>
      <Back />
      <PageHeader title={pages.layouts} />
      {layout.isError ? <Failure error={layout.error} retry={layout.refetch} /> : <Skeleton height={480} />}
    </>
  );
}

function Back() {
  const { pages } = useTexts();
  const store = useStore();
  return (
    <Anchor component={Link} to={storePath(store.id, 'layouts')} size="sm" underline="hover">
      ← {pages.layouts}
    </Anchor>
  );
}

function LayoutPage({ layout }: { layout: Layout }) {
  const { layouts } = useTexts();
  const editor = useMay('editor');
  const [params, change] = useSearchParams();
  const nameOf = useLanguageName();
  const [testing, setTesting] = useState(false);
  const shown = useRef<JsonObject | null>(null);
  const data = useRef<ShownData | null>(null);
  // Also works during editing and sends the current content.
  useHotkeys([['mod+shift+Enter', () => editor && setTesting(true)]], [], true);
  const tab = tabs.find((each) => each === params['tab']) ?? 'content';
  const wanted = params['locale'];
  const locale = layout.languages.find((each) => each.locale === wanted)?.locale ?? layout.defaultLocale;
  const { pair, ...asked } = usePairedTranslations(layout);
  const whole = useLayoutSession(layout, pair, useReadBase(layout.id));
  useRefetchOnRemoteSave(layout);
  const saving = useSave(layout, whole, locale);
  const drafted = useServerDraft(layout.id, whole);
  const test = useCallback(() => setTesting(true), []);
  return (
    <>
      <LeaveGuard dirty={saving.isUnsaved} />
      <Back />
      <Head layout={layout} onTest={test} />
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value === 'content' ? null : (value as Tab) })}
        keepMounted={false}
        keepMountedMode="display-none"
      >
        <Tabs.List mb="lg">
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each} px={{ base: 'xs', sm: 'md' }}>
              {layouts.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* Remains mounted, so that fields, canvas and open popovers are unchanged on returning. */}
        <Tabs.Panel value="content" keepMounted>
          <ShownDataContext value={data}>
            {hasLanguage(whole, locale) ? (
              <ContentTab key={locale} {...{ layout, pair, whole, saving, drafted, locale, shown }} />
            ) : asked.error ? (
              <Failure error={asked.error} retry={asked.refetch} />
            ) : (
              <Skeleton height={480} />
            )}
          </ShownDataContext>
        </Tabs.Panel>
        <Tabs.Panel value="languages">
          <LanguagesTab layout={layout} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsTab layout={layout} />
        </Tabs.Panel>
        <Tabs.Panel value="details">
          <DetailsTab layout={layout} />
        </Tabs.Panel>
      </Tabs>
      {editor && (
        <TestMailDialog
          shown={() =>
            shown.current && {
              ...{ ...shown.current, layout: layout.id, locale },
              ...(data.current && { variables: data.current.variables }),
            }
          }
          data={() => data.current?.name ?? null}
          language={layout.languages.length > 1 ? nameOf(locale) : null}
          opened={testing}
          onClose={() => setTesting(false)}
        />
      )}
    </>
  );
}

/** Memoized, so that typing below doesn't rerender it. */
const Head = memo(function Head({ layout, onTest }: { layout: Layout; onTest: () => void }) {
  const { layouts } = useTexts();
  const editor = useMay('editor');
  return (
    <PageHeader
      title={layout.name}
      lead={
        <Group component="span" gap={6} mt={4}>
          <Badge component="span" color="gray">
            {layouts.categories[layout.category]}
          </Badge>
          <Badge component="span" color="gray">
            {layouts.kinds[layout.bodyType]}
          </Badge>
          <span>{layouts.usedBy(layout.stepCount)}</span>
          <OtherDraftsNotice layoutId={layout.id} />
        </Group>
      }
    >
      {editor && <DuplicateButton layout={layout} />}
      {editor && (
        <Button
          variant="default"
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={onTest}
        >
          {layouts.testMail}
        </Button>
      )}
    </PageHeader>
  );
});
