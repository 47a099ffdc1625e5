import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './files.module.css';
import type { StoredFile } from './queries.ts';
import { FileUsageList } from './used-by.tsx';

/** A preview of a file with everything that can be copied from it. */
export function FileDetails({ file, onClose }: { file: StoredFile | null; onClose: () => void }) {
  return (
    <Dialog opened={file !== null} onClose={onClose} title={file?.filename} size="lg">
      {file && <Details file={file} />}
    </Dialog>
  );
}

function Details({ file }: { file: StoredFile }) {
  const { files } = useTexts();
  const { bytes, number } = useFormats();
  const { width, height, usedBy = [] } = file;
  return (
    <Stack>
      <Preview file={file} />
      <Group gap="xl">
        <Fact title={files.type}>{file.contentType}</Fact>
        <Fact title={files.size}>{bytes(file.size)}</Fact>
        {width !== null && height !== null && (
          <Fact title={files.dimensions}>{files.pixels(number(width), number(height))}</Fact>
        )}
      </Group>
      <Fact title={files.usedBy}>{usedBy.length > 0 ? <FileUsageList users={usedBy} /> : files.unused}</Fact>
      <Fact title={files.key}>
        <CodeBlock text={file.key} label={files.key} />
      </Fact>
      {file.url && (
        <Fact title={files.address}>
          <CodeBlock text={file.url} label={files.address} />
        </Fact>
      )}
    </Stack>
  );
}

function Preview({ file: { url, filename } }: { file: StoredFile }) {
  const { files } = useTexts();
  const [lost, setLost] = useState(false);
  if (url === null || lost)
    return (
      <Text size="sm" c="dimmed">
        {lost ? files.gone : files.noPreview}
      </Text>
    );
  return (
    <div className={`${classes['picture']} ${classes['squares']}`}>
      <img src={url} alt={files.preview(filename)} onError={() => setLost(true)} />
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={2}>
        {title}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  );
}
