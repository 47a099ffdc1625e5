import { Select, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { blocksIn } from 'outstep/features/layouts/content/preset-language.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useMemo, useState } from 'react';
import { Failure } from '../../parts/failure.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ComparedMail } from '../compare/compared-mail.tsx';
import { useCompareTexts } from '../compare/use-compare-texts.ts';
import { withBlocks } from './preset-language.ts';
import { type Preset, useLayoutLanguage } from './queries.ts';
import { useReached } from './reach.tsx';

interface ComparePresetProps {
  preset: Preset;
  locale: string;
  blocks: unknown[];
}

/** Emails with the saved and with the edited preset, by layout and language. */
export function ComparePreset({ preset, locale, blocks }: ComparePresetProps) {
  const { presets: texts, layouts, reach } = useTexts();
  const words = useCompareTexts();
  const nameOf = useLanguageName();
  const found = useReached(preset.id, locale);
  const [chosen, setChosen] = useState<{ id: string; locale: string } | null>(null);
  if (found === null) return <Text size="sm">{reach.unknown}</Text>;
  if (!found) return <Skeleton height={320} />;
  const { layouts: reached } = found;
  const layout = reached.find(({ id }) => id === chosen?.id) ?? reached[0];
  if (!layout) return <Text size="sm">{texts.reachNone}</Text>;
  const { id, locales } = layout;
  const mailLocale = locales.find((each) => each === chosen?.locale) ?? (locales[0] as string);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={840}>
        <Select
          label={words.layout}
          searchable
          allowDeselect={false}
          value={id}
          onChange={(value) => value && setChosen({ id: value, locale: mailLocale })}
          data={reached.map((each) => ({ value: each.id, label: each.name }))}
        />
        <Select
          label={layouts.language}
          allowDeselect={false}
          value={mailLocale}
          onChange={(value) => value && setChosen({ id, locale: value })}
          data={locales.map((value) => ({ value, label: nameOf(value) }))}
        />
      </SimpleGrid>
      <OneMail {...{ preset, locale, blocks, layoutId: id, mailLocale }} />
    </Stack>
  );
}

function OneMail({ preset, locale, blocks, layoutId, mailLocale }: ComparePresetProps & OneMail) {
  const mail = useLayoutLanguage(layoutId, mailLocale);
  const presets = useMemo(() => {
    const changed = withBlocks(preset, locale, blocks as Preset['blocks']);
    const of = (each: Preset) => ({ [preset.id]: blocksIn(each, mailLocale) });
    return { before: of(preset), after: of(changed) };
  }, [preset, locale, blocks, mailLocale]);
  const content = mail.data as JsonObject | undefined;
  const contents = useMemo(() => content && { before: content, after: content }, [content]);
  if (mail.isError) return <Failure error={mail.error} retry={mail.refetch} />;
  if (!contents || mail.isPlaceholderData) return <Skeleton height={320} />;
  return <ComparedMail {...{ layoutId, locale: mailLocale, contents, presets }} />;
}

interface OneMail {
  layoutId: string;
  mailLocale: string;
}
