import { Anchor, Code, Group, List, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Section } from '../../parts/section.tsx';
import type { InboxFinding } from './findings.ts';
import type { CapturedMailFacts } from './read-mail.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

/** An email may have hundreds; the source tab shows all. */
const MOST_SHOWN = 10;

function useSentence() {
  const { findings: words } = useCaptureTexts();
  return (finding: InboxFinding): { sentence: string; details: string[] } => {
    switch (finding.kind) {
      case 'emptyVariables':
        return { sentence: words.emptyVariables, details: finding.paths };
      case 'clipped':
        return { sentence: words.clipped(finding.kilobytes), details: [] };
      case 'longSubject':
        return { sentence: words.longSubject(finding.characters), details: [] };
      case 'noText':
        return { sentence: words.noText, details: [] };
      case 'insecureLinks':
      case 'insecurePictures':
        return { sentence: words[finding.kind], details: finding.addresses };
      default:
        return { sentence: words[finding.kind](finding.count), details: [] };
    }
  };
}

export function FindingsTab({
  findings,
  links,
}: {
  findings: InboxFinding[];
  links: CapturedMailFacts['links'];
}) {
  const texts = useCaptureTexts();
  const sentenceOf = useSentence();
  return (
    <Stack gap="lg">
      {findings.length === 0 ? (
        <Paper withBorder p="md">
          <Group gap="xs" wrap="nowrap">
            <IconCircleCheck size={20} color="var(--mantine-primary-color-filled)" aria-hidden />
            <Text size="sm">{texts.noFindings}</Text>
          </Group>
        </Paper>
      ) : (
        <Stack
          component="ul"
          aria-label={texts.tabs.findings}
          gap="xs"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
        >
          {findings.map((finding) => {
            const { sentence, details } = sentenceOf(finding);
            return (
              <Paper key={finding.kind} component="li" withBorder p="md">
                <Group gap="xs" wrap="nowrap" align="flex-start">
                  <IconAlertTriangle
                    size={18}
                    color="var(--mantine-color-yellow-7)"
                    style={{ flexShrink: 0, marginTop: 2 }}
                    aria-hidden
                  />
                  <Stack gap={4} miw={0}>
                    <Text size="sm">{sentence}</Text>
                    {details.slice(0, MOST_SHOWN).map((detail) => (
                      <Code key={detail} style={{ overflowWrap: 'anywhere', width: 'fit-content' }}>
                        {detail}
                      </Code>
                    ))}
                  </Stack>
                </Group>
              </Paper>
            );
          })}
        </Stack>
      )}
      {links.length > 0 && (
        <Section title={texts.links} hint={texts.linksLead}>
          <List size="sm" spacing="xs" listStyleType="none">
            {links.map(({ href, text }) => (
              <List.Item key={href}>
                {text && <Text size="sm">{text}</Text>}
                {/* The linked page gets neither a referrer nor access to the opener. */}
                <Anchor
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  size="sm"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {href}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
    </Stack>
  );
}
