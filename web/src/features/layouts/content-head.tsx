import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { memo } from 'react';
import { useLanguageName } from '../../parts/language-name.ts';
import { useSearchParams } from '../../parts/search-params.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Layout } from './queries.ts';

interface ContentHeadProps {
  layout: Layout;
  locale: string;
  canChange: boolean;
  /** Whether it can be edited as a mail and as text. */
  hasViews: boolean;
  isCodeOnly: boolean;
}

/** Which language is edited, and how. What is written below does not draw it again. */
export const ContentHead = memo(function ContentHead(props: ContentHeadProps) {
  const { layout, locale, canChange, hasViews, isCodeOnly } = props;
  const { layouts } = useTexts();
  return (
    <Group justify="space-between" align="flex-end">
      <Group align="flex-end" gap="lg">
        <LanguageSelect layout={layout} locale={locale} />
        {hasViews && <ViewSwitch isCodeOnly={isCodeOnly} />}
      </Group>
      {!canChange && (
        <Text size="sm" c="dimmed">
          {layouts.editorsChange}
        </Text>
      )}
    </Group>
  );
});

type View = 'design' | 'code';

export function useView(isVisual: boolean): View {
  const [params] = useSearchParams();
  return isVisual && params['view'] !== 'code' ? 'design' : 'code';
}

/** The same design, as a mail or as text. */
function ViewSwitch({ isCodeOnly }: { isCodeOnly: boolean }) {
  const { editor } = useTexts();
  const [, change] = useSearchParams();
  const view = useView(true);
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={editor.views.label}
        value={isCodeOnly ? 'code' : view}
        onChange={(value) => change({ view: value === 'code' ? 'code' : null })}
        data={[
          { value: 'design', label: editor.views.design, disabled: isCodeOnly },
          { value: 'code', label: editor.views.code },
        ]}
      />
      {isCodeOnly && (
        <Text size="sm" c="dimmed">
          {editor.codeFirst}
        </Text>
      )}
    </Group>
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
