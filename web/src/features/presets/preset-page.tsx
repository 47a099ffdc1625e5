import { Anchor, Badge, Button, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { IconArrowLeft, IconPencil } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useStore } from '../../api/session.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { LanguageBar } from './language-bar.tsx';
import { RenameDialog } from './preset-dialogs.tsx';
import { PresetEditor } from './preset-editor.tsx';
import { type Preset, usePreset } from './queries.ts';
import { VersionsTab } from './versions-tab.tsx';

const tabs = ['content', 'versions'] as const;

export function Page() {
  const { presetId = '' } = useParams({ strict: false }) as { presetId?: string };
  const { pages } = useTexts();
  const store = useStore();
  const preset = usePreset(presetId);
  const isThere = preset.data && !preset.isPlaceholderData;
  return (
    <>
      <Anchor component={Link} to={storePath(store.id, 'presets')} size="sm" underline="hover">
        <IconArrowLeft size={14} aria-hidden /> {pages.presets}
      </Anchor>
      {isThere ? (
        <PresetPage key={presetId} preset={preset.data} />
      ) : (
        <>
          <PageHeader title={pages.presets} />
          {preset.isError ? (
            <Failure error={preset.error} retry={preset.refetch} />
          ) : (
            <Skeleton height={480} />
          )}
        </>
      )}
    </>
  );
}

function PresetPage({ preset }: { preset: Preset }) {
  const { presets, layouts } = useTexts();
  const editor = useMay('editor');
  const [params, change] = useSearchParams();
  const tab = tabs.find((each) => each === params['tab']) ?? 'content';
  const wanted = params['locale'] ?? '';
  const locale = preset.languages[wanted] ? wanted : '';
  const [renaming, setRenaming] = useState(false);
  return (
    <>
      <PageHeader
        title={preset.name}
        lead={
          <Group component="span" gap={6} mt={4}>
            <Badge component="span" color="gray">
              {presets.kinds[preset.kind]}
            </Badge>
            <UsedBy of={preset} />
          </Group>
        }
      >
        {editor && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setRenaming(true)}
          >
            {presets.rename}
          </Button>
        )}
      </PageHeader>
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value === 'content' ? null : value })}
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
        {/* Remains mounted, because it holds unsaved changes. */}
        <Tabs.Panel value="content" keepMounted>
          <LanguageBar preset={preset} locale={locale} />
          <PresetEditor key={locale} preset={preset} locale={locale} />
          <Stack gap={6} mt="lg">
            <Text size="sm" c="dimmed">
              {presets.use}
            </Text>
            <CodeBlock text={usageOf(preset)} label={presets.use} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsTab preset={preset} />
        </Tabs.Panel>
      </Tabs>
      {editor && <RenameDialog opened={renaming} preset={preset} onClose={() => setRenaming(false)} />}
    </>
  );
}

/** The code that uses the preset in a design. */
const usageOf = ({ kind, id }: Preset) =>
  kind === 'part' ? `{ "type": "part", "preset": "${id}" }` : `"${kind}": { "preset": "${id}" }`;

const NAMED = 3;

/** The layouts whose next email will contain what is saved here. */
function UsedBy({ of: { usedBy, useCount } }: { of: Preset }) {
  const { presets, files } = useTexts();
  const store = useStore();
  if (useCount === 0) return <span>{files.unused}</span>;
  const named = usedBy.slice(0, NAMED);
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {presets.usedBy}:{' '}
      {named.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} to={storePath(store.id, `layouts/${id}`)} size="sm" underline="always">
            {name}
          </Anchor>
        </span>
      ))}{' '}
      {useCount > named.length && files.more(useCount - named.length)}
    </span>
  );
}
