import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMay } from '../../api/session.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { Keys } from './keys.tsx';
import { References } from './references.tsx';
import { Repository } from './repository.tsx';
import { SigningSecrets } from './signing-secrets.tsx';
import { Snippets } from './snippet-tabs.tsx';

export function Page() {
  const { developer, pages } = useTexts();
  const owner = useMay('owner');
  const [params, change] = useSearchParams();
  const create = owner && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => change({ new: '1' })}>
      {developer.createKey}
    </Button>
  );
  return (
    <>
      <PageHeader title={pages.developer} lead={developer.lead}>
        {create}
      </PageHeader>
      <Stack gap="xl">
        <Keys create={create} />
        {!owner && (
          <Text size="sm" c="dimmed">
            {developer.ownersOnly}
          </Text>
        )}
        <Section title={developer.snippets} hint={developer.snippetsHint}>
          <Snippets />
        </Section>
        <SigningSecrets />
        <Repository />
        <References />
      </Stack>
      {owner && <CreateKeyDialog opened={params['new'] === '1'} onClose={() => change({ new: null })} />}
    </>
  );
}
