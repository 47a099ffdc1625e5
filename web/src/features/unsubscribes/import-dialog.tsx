import { Button, FileInput, Group, List, Progress, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type ImportResult, useImport } from './queries.ts';

/** As much as the server takes at once. */
const MAX_BYTES = 32 * 1024 * 1024;

export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { unsubscribes } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={unsubscribes.importTitle}>
      <ImportForm onClose={onClose} />
    </Dialog>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const { unsubscribes, common } = useTexts();
  const errorText = useErrorText();
  const run = useImport();
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const [done, setDone] = useState<ImportResult | null>(null);
  if (done) return <Result counts={done} onClose={onClose} />;

  const importErrorText = (error: unknown) => {
    if (error instanceof ApiError && error.status === 413) return unsubscribes.importTooLarge;
    if (error instanceof ApiError && error.fields['FILE']) return unsubscribes.importTooMany;
    return errorText(error);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setWrong(unsubscribes.importNoFile);
    if (file.size > MAX_BYTES) return setWrong(unsubscribes.importTooLarge);
    setWrong(null);
    setShare(0);
    try {
      setDone(await run.mutateAsync({ file, onProgress: setShare }));
    } catch {
      // Shown below, from the mutation itself.
    }
  };
  return (
    <DialogForm
      submit={(event) => void submit(event)}
      busy={run.isPending}
      failure={run.isError ? importErrorText(run.error) : null}
      action={unsubscribes.importAction}
      onClose={onClose}
    >
      <FileInput
        data-autofocus
        label={unsubscribes.importFile}
        description={unsubscribes.importHint}
        placeholder={unsubscribes.importChoose}
        accept=".csv,.txt,text/csv,text/plain"
        value={file}
        onChange={setFile}
        error={wrong}
        clearable
        clearButtonProps={{ 'aria-label': common.remove }}
      />
      {run.isPending && (
        <div>
          <Progress value={share * 100} animated={share === 1} aria-label={unsubscribes.importProgress} />
          <Text size="xs" c="dimmed" mt={4} role="status">
            {unsubscribes.importing(Math.floor(share * 100))}
          </Text>
        </div>
      )}
    </DialogForm>
  );
}

function Result({ counts, onClose }: { counts: ImportResult; onClose: () => void }) {
  const { unsubscribes, common } = useTexts();
  return (
    <Stack>
      <div role="status">
        <Text fw={600} size="sm" mb="xs">
          {unsubscribes.importDone}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>{unsubscribes.imported(counts.imported)}</List.Item>
          {counts.known > 0 && <List.Item>{unsubscribes.known(counts.known)}</List.Item>}
          {counts.refused > 0 && <List.Item>{unsubscribes.refused(counts.refused)}</List.Item>}
        </List>
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {common.close}
        </Button>
      </Group>
    </Stack>
  );
}
