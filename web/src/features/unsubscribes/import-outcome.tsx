import { Button, Group, List, Stack, Text } from '@mantine/core';
import { capitalized, translateSentence } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { ImportCheck, ImportResult } from './queries.ts';

/** The result of an import. */
export function ImportOutcome({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { unsubscribes, common } = useTexts();
  return (
    <Stack>
      <div role="status">
        <Text fw={600} size="sm" mb="xs">
          {unsubscribes.importDone}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>{unsubscribes.imported(result.imported)}</List.Item>
          {result.suppressed > 0 && <List.Item>{unsubscribes.suppressed(result.suppressed)}</List.Item>}
          {result.known > 0 && <List.Item>{unsubscribes.known(result.known)}</List.Item>}
          {result.skipped > 0 && <List.Item>{unsubscribes.skipped(result.skipped)}</List.Item>}
        </List>
      </div>
      <ImportDoubts of={result} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {common.close}
        </Button>
      </Group>
    </Stack>
  );
}

type Doubts = Pick<ImportCheck, 'encoding' | 'refused' | 'refusedLines' | 'openLine'>;

/** Lines that were not imported, and possible problems with the file. */
export function ImportDoubts({ of: { encoding, refused, refusedLines, openLine } }: { of: Doubts }) {
  const { unsubscribes, said } = useTexts();
  const more = refused - refusedLines.length;
  return (
    <>
      {refused > 0 && (
        <div>
          <Text fw={600} size="sm" mb={4}>
            {unsubscribes.refused(refused)}
          </Text>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable
            tabIndex={0}
            aria-label={unsubscribes.refused(refused)}
            style={{ maxHeight: 160, overflowY: 'auto' }}
          >
            <List size="sm" spacing={4} listStyleType="none">
              {refusedLines.map(({ line, reason }) => (
                <List.Item key={line}>
                  {unsubscribes.refusedLine(line, capitalized(translateSentence(said, reason)))}
                </List.Item>
              ))}
              {more > 0 && <List.Item>{unsubscribes.refusedMore(more)}</List.Item>}
            </List>
          </section>
        </div>
      )}
      {(encoding !== 'UTF-8' || openLine !== null) && (
        <Text size="xs" c="dimmed">
          {encoding !== 'UTF-8' && unsubscribes.importEncoding(encoding)}{' '}
          {openLine !== null && unsubscribes.importOpenLine(openLine)}
        </Text>
      )}
    </>
  );
}
