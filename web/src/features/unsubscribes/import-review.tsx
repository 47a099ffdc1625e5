import { Anchor, NativeSelect, Radio, Stack, Table, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ImportDoubts } from './import-outcome.tsx';
import { UploadProgress, useImportErrorText } from './import-upload.tsx';
import { type ImportCheck, type ImportResult, useImport } from './queries.ts';

const meanings = ['unsubscribed', 'bounced', 'skipped'] as const;
const wholeMeanings = ['unsubscribed', 'bounced'] as const;

type Choices = Readonly<Record<string, string>>;
type Statuses = ImportCheck['statuses'];

/**
 * Joins the choices into one line. Separators in a status can be replaced, because the server compares only
 * its letters and digits.
 */
const choicesText = (choices: Choices) =>
  Object.entries(choices)
    .map(([status, meaning]) => `${status.replace(/[;=\n]/g, ' ')}=${meaning}`)
    .join(';');

interface ImportReviewProps {
  file: File;
  check: ImportCheck;
  onBack: () => void;
  onDone: (result: ImportResult) => void;
  onClose: () => void;
}

/** The content of a file before the import, with questions about anything ambiguous. */
export function ImportReview({ file, check, onBack, onDone, onClose }: ImportReviewProps) {
  const { unsubscribes } = useTexts();
  const errorText = useImportErrorText();
  const run = useImport();
  const [as, setAs] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const [wrong, setWrong] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const asksAll = check.columns.length === 0;
  const unknown = check.statuses.filter(({ meaning }) => meaning === null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (check.addresses === 0 && check.statuses.length === 0) return setWrong(unsubscribes.importEmpty);
    if (asksAll && !as) return setWrong(unsubscribes.importChooseMeaning);
    if (unknown.some(({ status }) => !choices[status])) return setWrong(unsubscribes.importChooseEach);
    setWrong(null);
    setShare(0);
    try {
      const query = { as, statuses: choicesText(choices) };
      onDone(await run.mutateAsync({ file, query, onProgress: setShare }));
    } catch {
      // The mutation's error is shown below.
    }
  };
  return (
    <DialogForm
      submit={(event) => void submit(event)}
      busy={run.isPending}
      failure={wrong ?? (run.isError ? errorText(run.error) : null)}
      action={unsubscribes.importAction}
      onClose={onClose}
    >
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span fw={600} inherit>
            {file.name}
          </Text>
          {asksAll && `: ${unsubscribes.importFound(check.addresses)}`}
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={onBack} disabled={run.isPending}>
          {unsubscribes.importBack}
        </Anchor>
      </div>
      {asksAll && check.addresses > 0 && <WholeMeaning value={as} onChange={setAs} />}
      {unknown.length > 0 && <Text size="sm">{unsubscribes.importUnknown(unknown.length)}</Text>}
      {!asksAll && (
        <StatusTable
          statuses={check.statuses}
          choices={choices}
          onChoose={(status, meaning) => setChoices({ ...choices, [status]: meaning })}
        />
      )}
      <ImportDoubts of={check} />
      {run.isPending && <UploadProgress share={share} />}
    </DialogForm>
  );
}

function WholeMeaning({ value, onChange }: { value: string | null; onChange: (value: string) => void }) {
  const { unsubscribes } = useTexts();
  return (
    <Radio.Group
      label={unsubscribes.importMeaning}
      description={unsubscribes.importNotSubscribers}
      value={value}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {wholeMeanings.map((each) => (
          <Radio
            key={each}
            value={each}
            label={unsubscribes.importMeanings[each]}
            description={unsubscribes.importMeaningHints[each]}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface StatusTableProps {
  statuses: Statuses;
  choices: Choices;
  onChoose: (status: string, meaning: string) => void;
}

function StatusTable({ statuses, choices, onChoose }: StatusTableProps) {
  const { unsubscribes } = useTexts();
  return (
    <Table horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{unsubscribes.importStatuses}</Table.Th>
          <Table.Th>{unsubscribes.importResult}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {statuses.map(({ status, meaning, rows }) => {
          const name = status || unsubscribes.importNoStatus;
          return (
            <Table.Tr key={`${meaning} ${status}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {name}
                <Text size="xs" c="dimmed">
                  {unsubscribes.importRows(rows)}
                </Text>
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }} w={150}>
                {meaning ? (
                  unsubscribes.importOutcomes[meaning]
                ) : (
                  <NativeSelect
                    size="xs"
                    aria-label={unsubscribes.importPickFor(name)}
                    value={choices[status] ?? ''}
                    data={[
                      { value: '', label: unsubscribes.importPick, disabled: true },
                      ...meanings.map((each) => ({ value: each, label: unsubscribes.importOutcomes[each] })),
                    ]}
                    onChange={({ currentTarget }) => onChoose(status, currentTarget.value)}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
