import { FileInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportReview } from './import-review.tsx';
import { UploadProgress, useImportErrorText } from './import-upload.tsx';
import { type ImportCheck, type ImportResult, useCheckImport } from './queries.ts';

/** The server's limit for an upload. */
const MAX_BYTES = 32 * 1024 * 1024;

export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { unsubscribes } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={unsubscribes.importTitle}>
      <ImportSteps onClose={onClose} />
    </Dialog>
  );
}

/** Steps: choose a file, review its content, see the outcome. */
function ImportSteps({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [check, setCheck] = useState<ImportCheck | null>(null);
  const [done, setDone] = useState<ImportResult | null>(null);
  if (done) return <ImportOutcome result={done} onClose={onClose} />;
  if (!file || !check)
    return <ImportFile file={file} onChoose={setFile} onChecked={setCheck} onClose={onClose} />;
  return (
    <ImportReview
      file={file}
      check={check}
      onBack={() => setCheck(null)}
      onDone={setDone}
      onClose={onClose}
    />
  );
}

interface ImportFileProps {
  file: File | null;
  onChoose: (file: File | null) => void;
  onChecked: (check: ImportCheck) => void;
  onClose: () => void;
}

function ImportFile({ file, onChoose, onChecked, onClose }: ImportFileProps) {
  const { unsubscribes, common } = useTexts();
  const errorText = useImportErrorText();
  const run = useCheckImport();
  const [wrong, setWrong] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setWrong(unsubscribes.importNoFile);
    if (file.size > MAX_BYTES) return setWrong(unsubscribes.importTooLarge);
    setWrong(null);
    setShare(0);
    try {
      onChecked(await run.mutateAsync({ file, onProgress: setShare }));
    } catch {
      // The mutation's error is shown below.
    }
  };
  return (
    <DialogForm
      submit={(event) => void submit(event)}
      busy={run.isPending}
      failure={run.isError ? errorText(run.error) : null}
      action={unsubscribes.importCheck}
      onClose={onClose}
    >
      <FileInput
        data-autofocus
        label={unsubscribes.importFile}
        description={unsubscribes.importHint}
        placeholder={unsubscribes.importChoose}
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        value={file}
        onChange={onChoose}
        error={wrong}
        clearable
        clearButtonProps={{ 'aria-label': common.remove }}
      />
      {run.isPending && <UploadProgress share={share} />}
    </DialogForm>
  );
}
