import {
  Alert,
  Badge,
  Box,
  Code,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Failure } from './failure.tsx';
import { useWarning } from './field-words.ts';
import type { Device } from './mail/mail-fit.ts';
import { MailFrame } from './mail/mail-frame.tsx';
import type { usePreview } from './use-preview.ts';

const HEIGHT = 560;

interface PreviewPanelProps {
  of: ReturnType<typeof usePreview>;
  /** Whether the content currently cannot be rendered, so that the preview shows an earlier state. */
  stopped?: boolean;
  /** Hides subject and preview text, for content that isn't a complete email. */
  bare?: boolean;
}

/** The email as it would arrive: wide, narrow, dark, or as plain text. */
export function PreviewPanel(props: PreviewPanelProps) {
  const {
    of: { rendered, error, isStale, retry },
    stopped = false,
    bare = false,
  } = props;
  const { layouts } = useTexts();
  const [view, setView] = useState<Device | 'text'>('desktop');
  const [dark, setDark] = useState(false);
  if (!rendered && error && !stopped) return <Failure error={error} retry={retry} />;
  return (
    <Paper component="section" aria-label={layouts.preview} withBorder style={{ overflow: 'hidden' }}>
      <Group justify="space-between" gap="xs" px="md" py="xs">
        <SegmentedControl
          size="xs"
          aria-label={layouts.view}
          value={view}
          onChange={(value) => setView(value as Device | 'text')}
          data={[
            { value: 'desktop', label: layouts.desktop },
            { value: 'phone', label: layouts.phone },
            { value: 'text', label: layouts.plainText },
          ]}
        />
        <Switch
          size="xs"
          label={layouts.dark}
          checked={dark}
          disabled={view === 'text'}
          onChange={({ currentTarget }) => setDark(currentTarget.checked)}
        />
      </Group>
      {rendered ? (
        <>
          {!bare && (
            <Box px="md" py="xs" style={{ borderBlock: '1px solid var(--outstep-line)' }}>
              <Text size="sm" fw={600} truncate>
                {rendered.subject}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {rendered.previewText || layouts.noPreviewText}
              </Text>
            </Box>
          )}
          <Box aria-busy={isStale && !stopped} style={{ opacity: stopped ? 0.55 : 1 }}>
            {view === 'text' ? (
              <Code block h={HEIGHT} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
                {rendered.text}
              </Code>
            ) : (
              <MailFrame
                html={rendered.html}
                title={layouts.preview}
                device={view}
                dark={dark}
                height={HEIGHT}
              />
            )}
          </Box>
          <Notes rendered={rendered} />
        </>
      ) : stopped ? (
        <Text size="sm" c="dimmed" p="md" h={HEIGHT}>
          {layouts.nothingToShow}
        </Text>
      ) : (
        <Skeleton height={HEIGHT} radius={0} />
      )}
    </Paper>
  );
}

function Notes({ rendered }: { rendered: NonNullable<ReturnType<typeof usePreview>['rendered']> }) {
  const { layouts } = useTexts();
  const warningText = useWarning();
  const { number } = useFormats();
  return (
    <Stack gap="xs" px="md" py="xs" style={{ borderTop: '1px solid var(--outstep-line)' }}>
      <Text size="xs" c="dimmed">
        {layouts.size(number(Math.ceil(rendered.sizeBytes / 1024)))}
      </Text>
      {rendered.missingVariables.length > 0 && (
        <Group gap={6}>
          <Text size="xs">{layouts.missing}</Text>
          {rendered.missingVariables.map((path) => (
            <Badge key={path} color="gray" size="sm" ff="monospace">
              {path}
            </Badge>
          ))}
        </Group>
      )}
      {rendered.warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" icon={<IconAlertTriangle />} py={6}>
          {warningText(warning)}
        </Alert>
      ))}
    </Stack>
  );
}
