import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useMay } from '../../api/session.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { Keys } from './keys.tsx';
import { Repository } from './repository.tsx';
import { SigningSecrets } from './signing-secrets.tsx';
import { Snippets } from './snippet-tabs.tsx';

/** The guides that developers need. */
const guides = ['api', 'steps', 'shopify-flow', 'layouts', 'designs', 'tools'] as const;

/** References, all hosted by this server. */
function References() {
  const { developer } = useTexts();
  const served = [
    ['/docs', developer.reference, developer.referenceHint],
    ['/openapi.json', developer.openApi, developer.openApiHint],
    ['/llms.txt', developer.llms, developer.llmsHint],
  ] as const;
  return (
    <Section title={developer.references}>
      <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
        {served.map(([path, name, hint]) => (
          <Text key={path} component="li" size="sm">
            <Anchor href={path} target="_blank" rel="noopener" inherit>
              {name}
            </Anchor>
            : {hint}
          </Text>
        ))}
        <Text component="li" size="sm">
          {developer.guides}:{' '}
          {guides.map((guide, at) => (
            <Fragment key={guide}>
              {at > 0 && ', '}
              <Anchor href={`/guides/${guide}.md`} target="_blank" rel="noopener" inherit>
                {developer.guideNames[guide]}
              </Anchor>
            </Fragment>
          ))}
          {developer.guidesHint}
        </Text>
      </Stack>
    </Section>
  );
}

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
