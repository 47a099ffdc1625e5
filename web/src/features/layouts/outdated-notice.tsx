import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { memo } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { KeepAsIs } from '../../parts/keep-as-is.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { notify } from '../../parts/notify.ts';
import { useSearchParams } from '../../parts/search-params.ts';
import { useTexts } from '../../texts/texts.tsx';
import { markUpToDate, outdatedPaths, outdatedTexts } from './outdated-texts.ts';
import { type Layout, type Translation, useRefetchLayouts, useSaveTranslation } from './queries.ts';

interface OutdatedNoticeProps {
  layout: Layout;
  translation: Translation;
  /** Unsaved changes prevent marking, because they would seem to be based on an older version. */
  dirty: boolean;
  onJump: (path: string) => void;
}

/**
 * Lists a language's outdated texts with the current text of the main language, and marks them as up to date.
 */
export const OutdatedNotice = memo(function OutdatedNotice(props: OutdatedNoticeProps) {
  const { layout, translation, dirty, onJump } = props;
  const { layouts } = useTexts();
  const words = layouts.outdated;
  const nameOf = useLanguageName();
  const errorText = useErrorText();
  const editor = useMay('editor');
  const save = useSaveTranslation(layout.id, translation.locale);
  const refetch = useRefetchLayouts();
  const [, change] = useSearchParams();
  const texts = outdatedTexts(translation.stale, layout, words);
  if (texts.length === 0) return null;
  const counts = [
    { count: translation.untranslated.length, say: layouts.untranslated },
    { count: outdatedPaths(translation).length, say: layouts.stale },
  ];
  const title = counts.flatMap(({ count, say }) => (count > 0 ? [say(count)] : [])).join(', ');
  const markCurrent = () =>
    save.mutate(
      { version: layout.version, fields: markUpToDate(translation) },
      { onSuccess: () => notify(words.marked), onError: () => void refetch() },
    );
  return (
    <Alert color="gray" variant="light" icon={<IconLanguage />} title={title}>
      <Stack gap="sm">
        <Text size="sm">{words.lead(nameOf(layout.defaultLocale))}</Text>
        <List size="sm" spacing={4} mah={260} style={{ overflowY: 'auto' }} aria-label={words.list}>
          {texts.map(({ path, name, now }) => (
            <List.Item key={path}>
              <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onJump(path)}>
                {name}
              </Anchor>
              {now && (
                <Text size="sm" lineClamp={2}>
                  {words.now(now)}
                </Text>
              )}
            </List.Item>
          ))}
        </List>
        <FormFailure text={save.error && errorText(save.error)} />
        {editor && (
          <Group gap="sm">
            <Button size="xs" onClick={() => change({ view: 'translate' })}>
              {words.translate}
            </Button>
            <KeepAsIs count={texts.length} dirty={dirty} isSaving={save.isPending} onMark={markCurrent} />
          </Group>
        )}
      </Stack>
    </Alert>
  );
});
