import { VisuallyHidden } from '@mantine/core';
import { Fragment, memo } from 'react';
import type { WordRun } from './changed-words.rules.ts';
import type { TextWord } from './text-words.rules.ts';
import classes from './translate.module.css';
import { useTranslateTexts } from './use-translate-texts.ts';

interface SourceTextProps {
  runs: readonly WordRun[];
  labelOfChip(code: string): string;
}

/** The source text with insertions and deletions marked by lines and weight, and announced to screen readers. */
export const SourceText = memo(function SourceText({ runs, labelOfChip }: SourceTextProps) {
  const texts = useTranslateTexts();
  const tags = { same: Fragment, added: 'ins', removed: 'del' } as const;
  return (
    <>
      {runs.map(({ how, items }, i) => {
        const Tag = tags[how];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other key
          <Tag key={i}>
            {how !== 'same' && <VisuallyHidden component="span">{`${texts[how]} `}</VisuallyHidden>}
            <Words words={items} labelOfChip={labelOfChip} />
          </Tag>
        );
      })}
    </>
  );
});

interface WordsProps {
  words: readonly TextWord[];
  labelOfChip(code: string): string;
}

/** Merges adjacent text into one. */
const joined = (words: readonly TextWord[]) =>
  words.reduce<TextWord[]>((found, word) => {
    const last = found.at(-1);
    if (word.kind === 'chip' || !last || last.kind === 'chip') found.push({ ...word });
    else last.text += word.text;
    return found;
  }, []);

function Words({ words, labelOfChip }: WordsProps) {
  return joined(words).map(({ kind, text }, i) =>
    kind === 'chip' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key
      <bdi key={i} className={classes['chip']}>
        {labelOfChip(text)}
      </bdi>
    ) : (
      text
    ),
  );
}
