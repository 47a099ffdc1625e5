import { Anchor, Badge, Button, Group, Skeleton, Tabs } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import { useMay, useStore } from '../../api/session.ts';
import { Failure } from '../../parts/failure.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { TestMailDialog } from '../../parts/test-mail-dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ContentTab, type ContentTabProps } from './content-tab.tsx';
import { DetailsTab } from './details-tab.tsx';
import { DuplicateButton } from './duplicate-button.tsx';
import { LanguagesTab } from './languages-tab.tsx';
import { type Layout, type Translation, useLayout, useRefetchLayouts, useTranslations } from './queries.ts';
import { VersionsTab } from './versions-tab.tsx';

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
  // Also while somebody writes: what is sent is what is written.
  useHotkeys([['mod+shift+Enter', () => editor && setTesting(true)]], [], true);
  const tab = tabs.find((each) => each === params['tab']) ?? 'content';
  const wanted = params['locale'];
  const locale = layout.languages.find((each) => each.locale === wanted)?.locale ?? layout.defaultLocale;
  return (
    <>
      <Back />
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
          </Group>
        }
      >
        {editor && <DuplicateButton layout={layout} />}
        {editor && (
          <Button
            variant="default"
            aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => setTesting(true)}
          >
            {layouts.testMail}
          </Button>
        )}
      </PageHeader>
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
        {/* Stays where it is: what is written and not saved yet is in it. */}
        <Tabs.Panel value="content" keepMounted>
          <Content key={locale} layout={layout} locale={locale} shown={shown} />
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
          shown={() => shown.current && { ...shown.current, layout: layout.id, locale }}
          language={layout.languages.length > 1 ? nameOf(locale) : null}
          opened={testing}
          onClose={() => setTesting(false)}
        />
      )}
    </>
  );
}

type ContentProps = Pick<ContentTabProps, 'layout' | 'locale' | 'shown'>;

function Content(props: ContentProps) {
  if (props.locale === props.layout.defaultLocale) return <ContentTab {...props} translation={null} />;
  return <TranslatedContent {...props} />;
}

/** The server rounds a time in two ways. */
const isSameTime = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) < 2;

/** A translation and its layout are two answers: only a pair that belongs together is shown, and can be saved. */
function TranslatedContent({ layout, locale, shown }: ContentProps) {
  const translations = useTranslations(layout.id);
  const refetch = useRefetchLayouts();
  const [pair, setPair] = useState<{ layout: Layout; translation: Translation } | null>(null);
  const translation = translations.data?.items.find((each) => each.locale === locale);
  const listed = layout.languages.find((each) => each.locale === locale);
  const isTogether = translation && listed && isSameTime(translation.updatedAt, listed.updatedAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once for each answer that does not fit
  useEffect(() => {
    if (translation && isTogether) setPair({ layout, translation });
    else if (translations.isSuccess && !translations.isFetching) void refetch();
  }, [layout, translation, isTogether, translations.isSuccess, translations.isFetching]);
  if (pair) return <ContentTab {...pair} locale={locale} shown={shown} />;
  if (translations.isError) return <Failure error={translations.error} retry={translations.refetch} />;
  return <Skeleton height={480} />;
}
