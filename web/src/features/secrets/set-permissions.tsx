import { useForm } from '@mantine/form';
import { useSubmit } from '../../api/forms.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import {
  PermissionFields,
  type PermissionValues,
  permissionsOf,
  validateHosts,
} from './permission-fields.tsx';
import { type Secret, useSetPermissions } from './queries.ts';

interface SetPermissionsProps {
  secret: Secret | null;
  /** Hosts of the HTTP requests that use it. */
  proposed: readonly string[];
  onClose: () => void;
}

/** For owners: which hosts HTTP requests may send a secret to, and whether emails may contain it. */
export function SetPermissions({ secret, proposed, onClose }: SetPermissionsProps) {
  const { secrets } = useTexts();
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={secrets.permissionsTitle(secret?.name ?? '')}>
      {secret && <PermissionForm {...{ secret, proposed, onClose }} />}
    </Dialog>
  );
}

/** An open secret starts with the hosts that it is sent to today, so that saving restricts it to them. */
function PermissionForm({ secret, proposed, onClose }: SetPermissionsProps & { secret: Secret }) {
  const texts = useTexts();
  const save = useSetPermissions();
  const restricts = secret.hosts !== null || proposed.length > 0;
  const form = useForm<PermissionValues>({
    initialValues: {
      reach: restricts ? 'listed' : 'any',
      hosts: (secret.hosts ?? proposed).join('\n'),
      allowInEmail: secret.allowInEmail,
    },
    validate: { hosts: validateHosts(texts) },
  });
  const sending = useSubmit(form, async (values) => {
    await save.mutateAsync({ name: secret.name, ...permissionsOf(values) });
    notify(texts.secrets.permissionsSaved(secret.name));
    onClose();
  });
  return (
    <DialogForm {...sending} action={texts.common.save} onClose={onClose}>
      <PermissionFields form={form} proposed={proposed} />
    </DialogForm>
  );
}
