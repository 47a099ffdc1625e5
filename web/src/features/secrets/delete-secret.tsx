import { DeleteUnlessUsed } from '../../parts/delete-unless-used.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Secret, type SecretUser, useDeleteSecret } from './queries.ts';
import { UserList } from './used-by.tsx';

interface DeleteSecretProps {
  secret: Secret | null;
  users: readonly SecretUser[];
  onClose: () => void;
}

export function DeleteSecret({ secret, users: usedBy, onClose }: DeleteSecretProps) {
  const { secrets } = useTexts();
  const remove = useDeleteSecret();
  const name = secret?.name ?? '';
  const users = usedBy.length > 0 ? <UserList users={usedBy} /> : null;
  return (
    <DeleteUnlessUsed
      opened={secret !== null}
      title={secrets.deleteTitle(name)}
      inUse={{ title: secrets.inUseTitle(name), text: secrets.inUseText, users, now: secrets.inUseNow }}
      onClose={onClose}
      run={async () => {
        await remove.mutateAsync(name);
        notify(secrets.deleted(name));
      }}
    >
      {secrets.deleteText}
    </DeleteUnlessUsed>
  );
}
