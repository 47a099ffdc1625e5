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
  /** Whether it can be edited visually, and not only as text. */
  isVisual: boolean;
  isCodeOnly: boolean;
  /** Languages with unsaved changes, by their codes. */
  unsaved: string;
}

/** Chooses the language and view to edit. Memoized, so that typing below doesn't rerender it. */
export const ContentHead = memo(function ContentHead(props: ContentHeadProps) {
  const { layout, locale, canChange, isVisual, isCodeOnly, unsaved } = props;
  const { layouts } = useTexts();
  const canTranslate = locale !== layout.defaultLocale;
  return (
    <Group justify="space-between" align="flex-end">
      <Group align="flex-end" gap="lg">
        <LanguageSelect layout={layout} locale={locale} unsaved={unsaved.split(' ')} />
        {(isVisual || canTranslate) && <ViewSwitch {...{ isVisual, canTranslate, isCodeOnly }} />}
      </Group>
      {!canChange && (
        <Text size="sm" c="dimmed">
          {layouts.editorsChange}
        </Text>
      )}
    </Group>
  );
});

type View = 'design' | 'code' | 'translate';

export function useView(isVisual: boolean, canTranslate: boolean): View {
  const [{ view }] = useSearchParams();
  if (view === 'translate' && canTranslate) return view;
  return isVisual && view !== 'code' ? 'design' : 'code';
}

type ViewSwitchProps = Pick<ContentHeadProps, 'isVisual' | 'isCodeOnly'> & { canTranslate: boolean };

/** Switches between editing visually, as code, and as translation beside the main language. */
function ViewSwitch({ isVisual, canTranslate, isCodeOnly }: ViewSwitchProps) {
  const { editor } = useTexts();
  const [, change] = useSearchParams();
  const view = useView(isVisual, canTranslate);
  const first: View = isVisual ? 'design' : 'code';
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={editor.views.label}
        value={isCodeOnly ? 'code' : view}
        onChange={(value) => change({ view: value === first ? null : value })}
        data={[
          ...(isVisual ? [{ value: 'design', label: editor.views.design, disabled: isCodeOnly }] : []),
          { value: 'code', label: editor.views.code },
          ...(canTranslate
            ? [{ value: 'translate', label: editor.views.translate, disabled: isCodeOnly }]
            : []),
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
  const incomplete = new Set(layout.languages.flatMap((each) => (each.incomplete ? [each.locale] : [])));
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
          <Group gap={4} wrap="nowrap" flex="none">
            {incomplete.has(value) && (
              <Badge color="gray" variant="outline" size="sm">
                {layouts.incomplete}
              </Badge>
            )}
            {unsaved.includes(value) && (
              <Badge color="gray" size="sm">
                {layouts.edited}
              </Badge>
            )}
          </Group>
        </Group>
      )}
      onChange={(value) => value && showLanguage(value)}
    />
  );
}
