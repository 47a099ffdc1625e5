import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguageName } from '../../parts/language-name.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ComparedMail } from '../compare/compared-mail.tsx';
import { useCompareTexts } from '../compare/use-compare-texts.ts';
import type { SavedLanguage } from './session/saved-languages.rules.ts';
import type { ShownData } from './shown-data.ts';

interface CompareLanguagesProps {
  layoutId: string;
  languages: readonly SavedLanguage[];
  /** The language being edited. */
  first: string;
  /** Preview data used instead of the test variables. */
  data: ShownData | null;
}

/** The emails of a layout before and after a save, language by language. */
export function CompareLanguages({ layoutId, languages, first, data }: CompareLanguagesProps) {
  const { layouts, editor } = useTexts();
  const texts = useCompareTexts();
  const nameOf = useLanguageName();
  const [chosen, setChosen] = useState(first);
  const language = languages.find(({ locale }) => locale === chosen) ?? languages[0];
  if (!language) return <Text size="sm">{texts.nothing}</Text>;
  const { locale, isUnparsed } = language;
  const labelOf = ({ locale: code, isFollowing }: SavedLanguage) =>
    isFollowing ? texts.follows(nameOf(code)) : nameOf(code);
  return (
    <Stack gap="sm">
      {languages.length > 1 && (
        <Select
          label={layouts.language}
          maw={420}
          allowDeselect={false}
          value={locale}
          onChange={(value) => setChosen(value ?? locale)}
          data={languages.map((each) => ({ value: each.locale, label: labelOf(each) }))}
        />
      )}
      {data && (
        <Text size="sm" c="dimmed">
          {texts.filledWith(data.name)}
        </Text>
      )}
      {isUnparsed ? (
        <Text size="sm">{editor.codeFirst}</Text>
      ) : (
        <OneLanguage key={locale} {...{ layoutId, language, data }} />
      )}
    </Stack>
  );
}

interface OneLanguageProps {
  layoutId: string;
  language: SavedLanguage;
  data: ShownData | null;
}

function OneLanguage({ layoutId, language, data }: OneLanguageProps) {
  const [contents] = useState(() => language.contents());
  return (
    <ComparedMail
      {...{ layoutId, locale: language.locale, contents }}
      variables={data?.variables ?? language.samples}
    />
  );
}
