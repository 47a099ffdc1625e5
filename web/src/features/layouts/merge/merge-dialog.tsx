import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';
import { useLanguageName } from '../../../parts/language-name.ts';
import type { DrawInBackground } from '../../editor/samples/draw-in-background.ts';
import { useBlockName } from '../../editor/session/use-block-name.ts';
import { answerOf, applyChoices, type MergeChoice, type MergeQuestion, questionsOf } from './decide.rules.ts';
import classes from './merge.module.css';
import { MergeChoicePreview } from './merge-choice-preview.tsx';
import type { LayoutWork, MergedWork } from './merge-work.rules.ts';
import { useMergeTexts } from './use-merge-texts.ts';

interface MergeDialogProps {
  opened: boolean;
  merged: MergedWork;
  /** The person who saved. */
  name: string | null;
  draw: () => DrawInBackground | null;
  onDecide: (state: LayoutWork) => void;
  onLater: () => void;
}

const choices = ['mine', 'theirs'] as const;

/** Asks which version to keep for each part that both changed. */
export function MergeDialog({ opened, merged, name, draw, onDecide, onLater }: MergeDialogProps) {
  const merge = useMergeTexts();
  const [chosen, setChosen] = useState<Readonly<Record<string, MergeChoice>>>({});
  const questions = questionsOf(merged.conflicts);
  const idOf = new Map(questions.flatMap(({ id, conflicts }) => conflicts.map((each) => [each, id])));
  return (
    <Dialog opened={opened} onClose={onLater} title={merge.title} size="xl">
      <Stack gap="lg">
        <Text size="sm">{merge.lead(name ?? merge.somebody)}</Text>
        {questions.map((question) => (
          <Asked
            key={question.id}
            question={question}
            merged={merged}
            draw={draw()}
            choice={chosen[question.id] ?? 'mine'}
            onChoose={(choice) => setChosen((before) => ({ ...before, [question.id]: choice }))}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onLater}>
            {merge.later}
          </Button>
          <Button
            onClick={() => {
              onDecide(applyChoices(merged, (each) => chosen[idOf.get(each) ?? ''] ?? 'mine'));
              setChosen({});
            }}
          >
            {merge.apply}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface AskedProps {
  question: MergeQuestion;
  merged: MergedWork;
  draw: DrawInBackground | null;
  choice: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
}

function Asked({ question, merged, draw, choice, onChoose }: AskedProps) {
  const merge = useMergeTexts();
  const label = useQuestionName(merged, question);
  const design = merged.state[question.locale]?.['bodyDesign'];
  return (
    <Radio.Group label={label} value={choice} onChange={(value) => onChoose(value as MergeChoice)}>
      <div className={classes['answers']}>
        {choices.map((each) => (
          <div key={each} className={classes['answer']}>
            <Radio value={each} label={merge[each]} />
            <MergeChoicePreview
              value={answerOf(merged, question, each)}
              design={(design as JsonObject | undefined) ?? null}
              draw={draw}
              title={`${label}: ${merge[each]}`}
            />
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

/** Names what a question is about, with its language if there are several. */
function useQuestionName(merged: MergedWork, { locale, path, key, ...question }: MergeQuestion): string {
  const merge = useMergeTexts();
  const nameOf = useLanguageName();
  const nameOfBlock = useBlockName();
  const part = String(key.at(-1) ?? 'language');
  const block =
    answerOf(merged, { ...question, locale, path, key }, 'mine') ??
    answerOf(merged, { ...question, locale, path, key }, 'theirs');
  const what =
    path.length > 0
      ? nameOfBlock(block as JsonObject, true)
      : Object.hasOwn(merge.parts, part)
        ? merge.parts[part as keyof typeof merge.parts]
        : part;
  return Object.keys(merged.state).length > 1 ? merge.in(what, nameOf(locale)) : what;
}
