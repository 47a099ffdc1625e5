import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { appApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { type StoreMembership, useRefreshSession, useSession } from '../../api/session.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { storePath } from '../../parts/store-path.ts';
import { useSignOut } from '../../parts/use-sign-out.ts';
import { useTexts } from '../../texts/texts.tsx';

export function Page() {
  const { stores: texts, common, shell } = useTexts();
  const { stores, person } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut(person);
  const refreshSession = useRefreshSession();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    const store = await appApi.post<StoreMembership>('/stores', values);
    await refreshSession();
    notify(texts.created(store.name));
    await navigate({ to: storePath(store.id) });
  });
  return (
    <StandalonePage
      title={stores.length === 0 ? texts.firstTitle : texts.title}
      lead={texts.lead}
      footer={
        stores.length === 0 ? (
          <Anchor component="button" onClick={() => void signOut()} inherit>
            {shell.signOut}
          </Anchor>
        ) : (
          <Anchor component={Link} to="/" inherit>
            {common.back}
          </Anchor>
        )
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          <TextInput
            label={texts.name}
            placeholder={texts.namePlaceholder}
            autoComplete="organization"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={busy} fullWidth>
            {texts.create}
          </Button>
        </Stack>
      </form>
    </StandalonePage>
  );
}
