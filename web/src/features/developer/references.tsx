import { Anchor, Stack, Text } from '@mantine/core';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** What there is to read: what the server itself serves, and where the guides are. */
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
          {developer.guides}: {developer.guidesHint}
        </Text>
      </Stack>
    </Section>
  );
}
