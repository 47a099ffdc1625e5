import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { storePath } from '../../parts/store-path.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { useCreateLayout } from './queries.ts';
import { type StarterChoice, StarterGallery } from './starter-gallery.tsx';

interface NewLayoutDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Chooses a starting point first, then a name. */
export function NewLayoutDialog({ opened, onClose }: NewLayoutDialogProps) {
  const { layouts } = useTexts();
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Dialog opened={opened} onClose={onClose} title={layouts.create} size={980} fullScreen={narrow}>
      <Steps onClose={onClose} />
    </Dialog>
  );
}

function Steps({ onClose }: { onClose: () => void }) {
  const [language, setLanguage] = useState(useLanguage().language);
  const [start, setStart] = useState<StarterChoice | null>(null);
  const [isNaming, setNaming] = useState(false);
  const choose = (chosen: StarterChoice) => {
    setStart(chosen);
    setNaming(true);
  };
  return start && isNaming ? (
    <NameForm start={start} onBack={() => setNaming(false)} onDone={onClose} />
  ) : (
    <StarterGallery
      language={language}
      onLanguage={setLanguage}
      last={start?.from ?? null}
      onChoose={choose}
    />
  );
}

interface NameFormProps {
  start: StarterChoice;
  onBack: () => void;
  onDone: () => void;
}

function NameForm({ start, onBack, onDone }: NameFormProps) {
  const { layouts, common } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  const create = useCreateLayout();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: start.title } });
  const { submit, busy, failure } = useSubmit(form, async ({ name }) => {
    const { id } = await create.mutateAsync({ ...start.content, name });
    onDone();
    await navigate({ to: storePath(store.id, `layouts/${id}`) });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure text={failure} />
        <TextInput
          autoFocus
          label={common.name}
          description={layouts.nameHint}
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Group justify="space-between" gap="xs">
          <Button variant="default" onClick={onBack}>
            {common.back}
          </Button>
          <Button type="submit" loading={busy}>
            {layouts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
