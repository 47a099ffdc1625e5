import { Badge, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { memo } from 'react';
import { useLanguageName } from '../../parts/language-name.ts';
import { useSearchParams } from '../../parts/search-params.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Layout } from './queries.ts';
import { useShowLanguage } from './session/show-language.ts';

interface ContentHeadProps {
  layout: Layout;
  locale: string;
  canChange: boolean;
  /** Whether it can be edited as a mail and as text. */
  hasViews: boolean;
  isCodeOnly: boolean;
  /** Languages with unsaved changes, by their codes. */
  unsaved: string;
}

/** Which language is edited, and how. What is written below does not draw it again. */
export const ContentHead = memo(function ContentHead(props: ContentHeadProps) {
  const { layout, locale, canChange, hasViews, isCodeOnly, unsaved } = props;
  const { layouts } = useTexts();
  return (
    <Group justify="space-between" align="flex-end">
      <Group align="flex-end" gap="lg">
        <LanguageSelect layout={layout} locale={locale} unsaved={unsaved.split(' ')} />
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

interface LanguageSelectProps {
  layout: Layout;
  locale: string;
  unsaved: readonly string[];
}

function LanguageSelect({ layout, locale, unsaved }: LanguageSelectProps) {
  const { layouts } = useTexts();
  const nameOf = useLanguageName();
  const showLanguage = useShowLanguage();
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
      renderOption={({ option: { value, label } }) => (
        <Group gap="xs" justify="space-between" wrap="nowrap" flex={1}>
          <span>{label}</span>
          {unsaved.includes(value) && (
            <Badge color="gray" size="sm" flex="none">
              {layouts.changed}
            </Badge>
          )}
        </Group>
      )}
      onChange={(value) => value && showLanguage(value)}
    />
  );
}
