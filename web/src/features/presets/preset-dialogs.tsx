import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useSubmit } from '../../api/forms.ts';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Kind, type PresetSummary, useAddPreset, useRenamePreset } from './queries.ts';

const kinds = ['header', 'footer'] as const;

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

/** Braces would be Liquid. */
const plain = (name: string) => name.replace(/[{}]/g, '');

function NewForm({ onClose }: { onClose: () => void }) {
  const { presets, common } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  const add = useAddPreset();
  const form = useForm({ initialValues: { name: '', kind: 'footer' as Kind } });
  const begin = {
    header: [{ type: 'logo', alt: plain(store.name) }],
    footer: [{ type: 'divider' }, { type: 'text', html: presets.newFooter, align: 'center', fontSize: 13 }],
  };
  const { submit, busy, failure } = useSubmit(form, async ({ name, kind }) => {
    const { id } = await add.mutateAsync({ name, kind, blocks: begin[kind] });
    await navigate({ to: storePath(store.id, `presets/${id}`) });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure text={failure} />
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
        <Buttons action={presets.createIt} busy={busy} onClose={onClose} />
      </Stack>
    </form>
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
  const { submit, busy, failure } = useSubmit(form, async ({ name }) => {
    await rename.mutateAsync({ id: preset.id, name });
    notify(common.saved);
    onClose();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure text={failure} />
        <TextInput data-autofocus label={common.name} autoComplete="off" {...form.getInputProps('name')} />
        <Buttons action={common.save} busy={busy} onClose={onClose} />
      </Stack>
    </form>
  );
}

function Buttons({ action, busy, onClose }: { action: string; busy: boolean; onClose: () => void }) {
  const { common } = useTexts();
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={busy}>
        {action}
      </Button>
    </Group>
  );
}
