import { ActionIcon, Button, Group, Paper, Progress, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Upload, useUploads } from './use-uploads.ts';

/** Uploads with their progress and outcome. */
export function UploadList({ uploads, retry, drop, clear }: ReturnType<typeof useUploads>) {
  const { files } = useTexts();
  if (uploads.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={files.uploads}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="sm">
          {files.uploads}
        </Title>
        {uploads.some(({ state }) => state === 'done') && (
          <Button size="compact-xs" variant="subtle" onClick={clear}>
            {files.clear}
          </Button>
        )}
      </Group>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {uploads.map((each) => (
          <Row key={each.id} upload={each} onRetry={() => retry(each)} onDrop={() => drop(each)} />
        ))}
      </Stack>
    </Paper>
  );
}

function useStateText() {
  const { files } = useTexts();
  return ({ state, share, refusal }: Upload) => {
    if (state === 'refused') return refusal;
    if (state === 'waiting') return files.waiting;
    if (state === 'done') return files.uploaded;
    return share < 1 ? files.sending(Math.floor(share * 100)) : files.checking;
  };
}

interface RowProps {
  upload: Upload;
  onRetry: () => void;
  onDrop: () => void;
}

function Row({ upload, onRetry, onDrop }: RowProps) {
  const { files } = useTexts();
  const { bytes } = useFormats();
  const { file, state, share } = upload;
  const stateText = useStateText();
  const ended = state === 'done' || state === 'refused';
  const dropLabel = ended ? files.dismiss(file.name) : files.stop(file.name);
  return (
    <li>
      <Group wrap="nowrap" gap="sm">
        {state === 'done' && <IconCircleCheck size={18} color="var(--outstep-on-current)" aria-hidden />}
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs" justify="space-between" wrap="nowrap">
            <Text size="sm" truncate>
              {file.name}
            </Text>
            <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
              {bytes(file.size)}
            </Text>
          </Group>
          {!ended && (
            <Progress
              mt={4}
              size="sm"
              value={share * 100}
              animated={state === 'sending' && share === 1}
              aria-label={files.progressOf(file.name)}
            />
          )}
          <Text size="xs" c={state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
            {stateText(upload)}
          </Text>
        </div>
        {state === 'refused' && file.size > 0 && (
          <Tooltip label={files.retry(file.name)}>
            <ActionIcon variant="default" onClick={onRetry} aria-label={files.retry(file.name)}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={dropLabel}>
          <ActionIcon variant="subtle" color="gray" onClick={onDrop} aria-label={dropLabel}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </li>
  );
}
