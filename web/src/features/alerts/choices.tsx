import { Alert, Checkbox, Group, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useSession } from '../../api/session.ts';
import { Failure } from '../../parts/failure.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { languages, useLanguage, useTexts } from '../../texts/texts.tsx';
import { type AlertKind, type Choices, type SetChoices, useChoices, useSaveChoices } from './queries.ts';
import { useAlertTexts } from './use-alert-texts.ts';

/** Which alerts the person receives; each change is saved at once. */
export function ChoicesSection() {
  const texts = useAlertTexts();
  const choices = useChoices();
  const { sendsMail } = useSession();
  return (
    <Section title={texts.choices} hint={texts.choicesHint}>
      {!sendsMail && (
        <Alert color="yellow" variant="light" title={texts.noEmail} mb="md">
          {texts.noEmailHint}
        </Alert>
      )}
      {choices.isError ? (
        <Failure error={choices.error} retry={choices.refetch} />
      ) : choices.data ? (
        <ChoicesTable choices={choices.data} />
      ) : (
        <Skeleton height={240} />
      )}
    </Section>
  );
}

const channels = ['inApp', 'byMail'] as const;

function ChoicesTable({ choices: saved }: { choices: Choices }) {
  const texts = useAlertTexts();
  const { common } = useTexts();
  const errorText = useErrorText();
  const { language: shown } = useLanguage();
  const save = useSaveChoices();
  // The last choice is kept until the server has confirmed it, and the next one builds on it.
  const [chosen, setChosen] = useState<Choices>();
  const choices = chosen ?? saved;
  // A first choice also stores the current language of the app for the emails.
  const change = (changes: Partial<SetChoices>) => {
    const next = { ...choices, language: choices.language ?? shown, ...changes };
    setChosen(next);
    save.mutate(next, {
      onSuccess: () => notify(common.saved),
      onError: (error) => notifyFailure(errorText(error)),
      onSettled: () => setChosen(undefined),
    });
  };
  const toggled = (kinds: readonly AlertKind[], kind: AlertKind, isOn: boolean) =>
    isOn ? [...kinds, kind] : kinds.filter((each) => each !== kind);
  return (
    <Stack>
      <Table aria-label={texts.choices} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th fz="xs" c="dimmed" fw={600}>
              {texts.cause}
            </Table.Th>
            {channels.map((channel) => (
              <Table.Th key={channel} w={{ base: 76, sm: 110 }} fz="xs" c="dimmed" fw={600}>
                {texts[channel]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(Object.keys(texts.kinds) as AlertKind[]).map((kind) => (
            <Table.Tr key={kind}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {texts.kinds[kind]}
                </Text>
                <Text size="xs" c="dimmed">
                  {texts.kindHints[kind]}
                </Text>
              </Table.Td>
              {channels.map((channel) => (
                <Table.Td key={channel}>
                  <Checkbox
                    aria-label={`${texts.kinds[kind]}: ${texts[channel]}`}
                    checked={choices[channel].includes(kind)}
                    onChange={({ currentTarget: { checked } }) =>
                      change({ [channel]: toggled(choices[channel], kind, checked) })
                    }
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        <Select
          label={texts.language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={choices.language ?? 'en'}
          allowDeselect={false}
          onChange={(value) => value && change({ language: value as SetChoices['language'] })}
        />
      </Group>
    </Stack>
  );
}
