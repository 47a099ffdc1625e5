import {
  Alert,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '../../parts/copy.tsx';
import type { Device } from '../../parts/mail/mail-fit.ts';
import { MailFrame } from '../../parts/mail/mail-frame.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { headersOf } from './findings.ts';
import type { CapturedMailDetail } from './queries.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

const HEIGHT = 620;

/**
 * Remote images load only on request, because loading them reveals to the sender that the email was opened.
 */
export function HtmlTab({ html, remotePictures }: { html: string; remotePictures: number }) {
  const { layouts } = useTexts();
  const texts = useCaptureTexts();
  const [device, setDevice] = useState<Device>(() =>
    window.matchMedia('(max-width: 48em)').matches ? 'phone' : 'desktop',
  );
  const [pictures, setPictures] = useState(false);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={layouts.view}
          value={device}
          onChange={(value) => setDevice(value as Device)}
          data={[
            { value: 'desktop', label: layouts.desktop },
            { value: 'phone', label: layouts.phone },
          ]}
        />
        <Text size="xs" c="dimmed">
          {texts.linksHint}
        </Text>
      </Group>
      {remotePictures > 0 && !pictures && (
        <Alert variant="light" icon={<IconPhotoOff />} py="xs">
          <Group justify="space-between" gap="sm">
            <Text size="sm" flex="1 1 14rem">
              {texts.picturesBlocked(remotePictures)}
            </Text>
            <Button size="xs" variant="default" onClick={() => setPictures(true)}>
              {texts.loadPictures}
            </Button>
          </Group>
        </Alert>
      )}
      <Paper withBorder style={{ overflow: 'hidden' }}>
        <MailFrame
          key={String(pictures)}
          html={html}
          title={texts.asItLooks}
          device={device}
          height={HEIGHT}
          remotePictures={pictures}
        />
      </Paper>
    </Stack>
  );
}

export function TextTab({ text }: { text: string }) {
  const { history } = useTexts();
  const texts = useCaptureTexts();
  if (text.trim() === '') return <Text size="sm">{texts.noText}</Text>;
  return <CodeBlock text={text} label={history.plainText} />;
}

export function HeadersTab({ source }: { source: string }) {
  const { common, history } = useTexts();
  const texts = useCaptureTexts();
  return (
    <Paper withBorder p="md" style={{ overflowX: 'auto' }}>
      <Table aria-label={texts.tabs.headers} verticalSpacing={4} horizontalSpacing={0} fz="xs" ff="monospace">
        <VisuallyHidden component="thead">
          <tr>
            <th>{common.name}</th>
            <th>{history.headers}</th>
          </tr>
        </VisuallyHidden>
        <Table.Tbody>
          {headersOf(source).map(({ name, value }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat, and the list is fixed
            <Table.Tr key={position}>
              <Table.Td w="34%" pr="md" c="dimmed" style={{ verticalAlign: 'top' }}>
                {name}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

export function SourceTab({ mail }: { mail: CapturedMailDetail }) {
  const texts = useCaptureTexts();
  return (
    <Stack gap="sm">
      {mail.attachments.length > 0 && <Text size="sm">{texts.filesLeftOut}</Text>}
      {mail.isSourceCut && <Text size="sm">{texts.sourceCut}</Text>}
      <CodeBlock text={mail.source} label={texts.tabs.source} />
    </Stack>
  );
}
