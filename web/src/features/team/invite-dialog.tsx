import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Role } from 'outstep/kernel/access-levels.ts';
import { useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { CopyOnce } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useInvite } from './queries.ts';
import { RoleSelect } from './role-select.tsx';

interface InviteLink {
  email: string;
  link: string;
}

/** Invites by email. If the installation cannot send emails, the link is shown once to be passed on. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { team } = useTexts();
  const [made, setMade] = useState<InviteLink | null>(null);
  const done = (email: string, link: string | null) => {
    onClose();
    if (link) setMade({ email, link });
    else notify(team.mailed(email));
  };
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={team.invitePerson}>
        <InviteForm onClose={onClose} onDone={done} />
      </Dialog>
      <CopyOnce
        title={team.invited(made?.email ?? '')}
        label={team.link}
        hint={team.linkHint(made?.email ?? '')}
        text={made?.link ?? null}
        onClose={() => setMade(null)}
      />
    </>
  );
}

interface InviteFormProps {
  onClose: () => void;
  onDone: (email: string, link: string | null) => void;
}

function InviteForm({ onClose, onDone }: InviteFormProps) {
  const { team, common } = useTexts();
  const invite = useInvite();
  const form = useForm<{ email: string; role: Role }>({
    mode: 'uncontrolled',
    initialValues: { email: '', role: 'editor' },
  });
  const sending = useSubmit(form, async (values) => {
    const { link } = await invite.mutateAsync(values);
    onDone(values.email, link ?? null);
  });
  return (
    <DialogForm {...sending} action={team.send} onClose={onClose}>
      <TextInput
        data-autofocus
        label={common.email}
        description={team.emailHint}
        type="email"
        autoComplete="off"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <RoleSelect label={team.role} key={form.key('role')} {...form.getInputProps('role')} />
    </DialogForm>
  );
}
