import { Text } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { useMemo } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { usePreview } from '../../parts/use-preview.ts';
import { mailJob, useDrawEnvironment, usePresetBlocks } from '../editor/canvas/mail-job.ts';
import { presetsIn } from '../editor/model/parts.rules.ts';
import { withPresets } from './compare-blocks.rules.ts';
import { Comparison } from './comparison.tsx';
import {
  type ComparedMail as Compared,
  type ComparisonSide,
  type PerSide,
  type RenderOutcome,
  sides,
} from './sides.ts';
import { useCompareTexts } from './use-compare-texts.ts';
import { useDrawnPages } from './use-drawn-pages.ts';

const designOf = (content: JsonObject) => {
  const design = content['bodyDesign'];
  return isPlainObject(design) ? (design as JsonObject) : null;
};

const inBoth = <T,>(make: (side: ComparisonSide) => T): PerSide<T> => ({
  before: make('before'),
  after: make('after'),
});

/** An email before and after a change. Designs are drawn here, by the compiler of the editor; HTML by the server. */
export function ComparedMail(mail: Compared) {
  const [before, after] = sides.map((side) => designOf(mail.contents[side]));
  const designs = useMemo(() => (before && after ? { before, after } : null), [before, after]);
  return designs ? <DrawnHere {...mail} designs={designs} /> : <DrawnByServer {...mail} />;
}

function DrawnHere({ designs, ...mail }: Compared & { designs: PerSide<JsonObject> }) {
  const { layoutId, locale, contents, presets, variables = null } = mail;
  const texts = useCompareTexts();
  const { data: around, isPlaceholderData } = useDrawEnvironment(layoutId, locale);
  const ids = useMemo(() => [...new Set(sides.flatMap((side) => presetsIn(designs[side])))], [designs]);
  const saved = usePresetBlocks(ids, locale);
  const shared = useMemo(
    () => saved && inBoth((side) => ({ ...saved, ...presets?.[side] })),
    [saved, presets],
  );
  const jobs = useMemo(() => {
    if (!around || isPlaceholderData || !shared) return null;
    const own = designs.after['testVariables'] as JsonObject | undefined;
    const lines = (side: ComparisonSide) => ({
      subject: String(contents[side]['subject'] ?? ''),
      previewText: String(contents[side]['previewText'] ?? ''),
    });
    return inBoth((side) =>
      mailJob(
        {
          ...{ design: designs[side], locale, ...lines(side), presets: shared[side] },
          variables: variables ?? own ?? around.testVariables,
        },
        around,
      ),
    );
  }, [around, isPlaceholderData, shared, designs, contents, locale, variables]);
  const filled = useMemo(
    () => shared && inBoth((side) => withPresets(designs[side], shared[side])),
    [shared, designs],
  );
  const { outcomes, isAvailable } = useDrawnPages(jobs);
  if (isAvailable) return <Comparison outcomes={outcomes} designs={filled} />;
  // The server has only saved presets.
  return presets ? <Text size="sm">{texts.notHere}</Text> : <DrawnByServer {...mail} />;
}

function useServerOutcome(
  { layoutId, locale, contents, variables }: Compared,
  side: ComparisonSide,
): RenderOutcome | null {
  const errorText = useErrorText();
  const { rendered, error, isStale } = usePreview(layoutId, {
    ...{ ...contents[side], locale },
    ...(variables && { variables }),
  });
  return useMemo(() => {
    if (error) {
      const fields = error instanceof ApiError ? Object.values(error.fields) : [];
      return { faults: fields.length > 0 ? fields : [errorText(error)] };
    }
    return rendered && !isStale ? { page: { ...rendered, marks: null } } : null;
  }, [rendered, isStale, error, errorText]);
}

function DrawnByServer(mail: Compared) {
  const [before, after] = [useServerOutcome(mail, 'before'), useServerOutcome(mail, 'after')];
  return <Comparison outcomes={{ before, after }} designs={null} />;
}
