import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useSubmit } from '../../api/forms.ts';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Kind, type PresetSummary, useAddPreset, useRenamePreset } from './queries.ts';

export const kinds = ['header', 'footer', 'part'] as const;

interface NewPresetDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function NewPresetDialog({ opened, onClose }: NewPresetDialogProps) {
  const { presets } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={presets.create}>
      <NewForm onClose={onClose} />
    </Dialog>
  );
}

/** Removes braces, which would be read as Liquid. */
const plain = (name: string) => name.replace(/[{}]/g, '');

function NewForm({ onClose }: { onClose: () => void }) {
  const { presets, common } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  const add = useAddPreset();
  const form = useForm({ initialValues: { name: '', kind: 'footer' as Kind } });
  const begin = {
    header: [{ type: 'logo', alt: plain(store.name) }],
    part: [{ type: 'text', html: presets.newPart }],
    footer: [{ type: 'divider' }, { type: 'text', html: presets.newFooter, align: 'center', fontSize: 13 }],
  };
  const sending = useSubmit(form, async ({ name, kind }) => {
    const { id } = await add.mutateAsync({ name, kind, blocks: begin[kind] });
    await navigate({ to: storePath(store.id, `presets/${id}`) });
  });
  return (
    <DialogForm {...sending} action={presets.createIt} onClose={onClose}>
      <TextInput
        data-autofocus
        label={common.name}
        description={presets.nameHint}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Select
        label={presets.kind}
        data={kinds.map((value) => ({ value, label: presets.kinds[value] }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
    </DialogForm>
  );
}

interface RenameDialogProps {
  opened: boolean;
  preset: Pick<PresetSummary, 'id' | 'name'> | null;
  onClose: () => void;
}

export function RenameDialog({ opened, preset, onClose }: RenameDialogProps) {
  const { presets } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={presets.rename}>
      {preset && <RenameForm preset={preset} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({
  preset,
  onClose,
}: {
  preset: Pick<PresetSummary, 'id' | 'name'>;
  onClose: () => void;
}) {
  const { common } = useTexts();
  const rename = useRenamePreset();
  const form = useForm({ initialValues: { name: preset.name } });
  const sending = useSubmit(form, async ({ name }) => {
    await rename.mutateAsync({ id: preset.id, name });
    notify(common.saved);
    onClose();
  });
  return (
    <DialogForm {...sending} action={common.save} onClose={onClose}>
      <TextInput data-autofocus label={common.name} autoComplete="off" {...form.getInputProps('name')} />
    </DialogForm>
  );
}
