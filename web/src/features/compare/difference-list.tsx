import { Button, Stack, Text } from '@mantine/core';
import { useBlockName } from '../editor/session/use-block-name.ts';
import classes from './compare.module.css';
import type { BlockChange } from './compare-blocks.rules.ts';
import type { Differences } from './differences.ts';
import { useCompareTexts } from './use-compare-texts.ts';

interface DifferenceListProps {
  of: Differences;
  /** The block that both emails scroll to. */
  current: BlockChange | null;
  onChoose(change: BlockChange): void;
}

/** Lists the differences by block; each links to its place in both emails. */
export function DifferenceList({ of: differences, current, onChoose }: DifferenceListProps) {
  const texts = useCompareTexts();
  const nameOf = useBlockName();
  const { blocks, hasOtherLook } = differences;
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {useSentence(differences)}
      </Text>
      {(blocks.length > 0 || hasOtherLook) && (
        <ul className={classes['list']}>
          {hasOtherLook && (
            <li>
              <Text size="sm" py={2}>
                {texts.whole}
              </Text>
            </li>
          )}
          {blocks.map((change) => (
            <li key={`${change.how} ${change.key}`}>
              <Button
                size="compact-sm"
                variant={change === current ? 'light' : 'default'}
                aria-pressed={change === current}
                maw="100%"
                h="auto"
                mih={26}
                styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.5 } }}
                onClick={() => onChoose(change)}
              >
                {`${nameOf(change.block, true)} · ${change.isSeen ? texts.how[change.how] : texts.unseen}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function useSentence({ blocks, hasOtherLines, hasOtherLook, isSamePage }: Differences): string {
  const texts = useCompareTexts();
  const count = blocks.filter(({ isSeen }) => isSeen).length + (hasOtherLook ? 1 : 0);
  if (count > 0) return texts.differs(count);
  if (hasOtherLines) return texts.otherLines;
  if (!isSamePage) return texts.otherPage;
  return blocks.length > 0 ? texts.nothingHere : texts.nothing;
}
