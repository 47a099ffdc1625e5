import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSubmit } from '../../../api/forms.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { useCreateSharedSection } from './use-parts.ts';
import { useSideTexts } from './use-side-texts.ts';

interface ShareDialogProps {
  /** Closed while null. */
  entry: BlockEntry | null;
  onClose(): void;
  onShared(entry: BlockEntry, preset: string): void;
}

/** Turns a block into a shared section for other layouts. */
export function ShareDialog({ entry, onClose, onShared }: ShareDialogProps) {
  const texts = useSideTexts();
  return (
    <Dialog opened={entry !== null} onClose={onClose} title={texts.share}>
      {entry && <ShareForm entry={entry} onClose={onClose} onShared={onShared} />}
    </Dialog>
  );
}

function ShareForm({ entry, onClose, onShared }: ShareDialogProps & { entry: BlockEntry }) {
  const { common, presets } = useTexts();
  const texts = useSideTexts();
  const make = useCreateSharedSection();
  const form = useForm({ initialValues: { name: '' } });
  const sending = useSubmit(form, async ({ name }) => {
    const { id } = await make.mutateAsync({ name, blocks: [entry.block] });
    onShared(entry, id);
    onClose();
  });
  return (
    <DialogForm {...sending} action={texts.shareIt} onClose={onClose}>
      <Text size="sm">{texts.shareHint}</Text>
      <TextInput
        data-autofocus
        label={common.name}
        description={presets.nameHint}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}
