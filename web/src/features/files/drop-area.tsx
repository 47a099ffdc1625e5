import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import classes from './files.module.css';

const filesOf = ({ dataTransfer }: DragEvent) => [...dataTransfer.files];
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** A drop target for files; the button is its keyboard alternative. */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { files } = useTexts();
  const [over, setOver] = useState(false);
  const enter = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <Paper
      className={classes['drop']}
      data-over={over || undefined}
      p="lg"
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(filesOf(event));
      }}
    >
      <Group gap="md" justify="space-between">
        <Group gap="md" wrap="nowrap" flex="1 1 18rem" miw={0}>
          <IconCloudUpload size={32} stroke={1.5} aria-hidden className={classes['cloud']} />
          <Stack gap={2} miw={0}>
            <Text size="sm" fw={600}>
              {over ? files.dropNow : files.drop}
            </Text>
            <Text size="xs" c="dimmed">
              {files.dropHint}
            </Text>
          </Stack>
        </Group>
        <FileButton multiple onChange={onFiles} inputProps={{ 'aria-label': files.choose }}>
          {(props) => <Button {...props}>{files.choose}</Button>}
        </FileButton>
      </Group>
    </Paper>
  );
}
