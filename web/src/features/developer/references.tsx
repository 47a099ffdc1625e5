import { Anchor, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** Those that whoever writes programs needs. */
const guides = ['api', 'steps', 'shopify-flow', 'layouts', 'designs', 'tools'] as const;

/** What there is to read, all of it served by the server itself. */
export function References() {
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
