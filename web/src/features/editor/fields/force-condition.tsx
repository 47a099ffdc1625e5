import { Input, SegmentedControl } from '@mantine/core';
import { useTexts } from '../../../texts/texts.tsx';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { conditionsOf } from '../model/forced.rules.ts';
import type { EditorSession } from '../session/session.ts';

/** Forces how a block with a condition is previewed, regardless of the test variables. */
export function ForceCondition({ entry, session }: { entry: BlockEntry; session: EditorSession }) {
  const { forced: texts } = useTexts().editor;
  if (conditionsOf(entry.block).length === 0) return null;
  const holds = session.forced.get(entry.key);
  const value = holds === undefined ? 'data' : holds ? 'holds' : 'fails';
  return (
    <Input.Wrapper label={texts.label} description={texts.hint}>
      <SegmentedControl
        mt={6}
        fullWidth
        size="xs"
        orientation="vertical"
        aria-label={texts.label}
        value={value}
        onChange={(chosen) => session.force(entry.key, chosen === 'data' ? null : chosen === 'holds')}
        data={(['data', 'holds', 'fails'] as const).map((each) => ({ value: each, label: texts[each] }))}
      />
    </Input.Wrapper>
  );
}
