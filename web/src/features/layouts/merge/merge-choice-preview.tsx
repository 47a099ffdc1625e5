import { Code, Text } from '@mantine/core';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { useEffect, useState } from 'react';
import { MailFrame } from '../../../parts/mail/mail-frame.tsx';
import { blockExcerpt } from '../../editor/model/describe.rules.ts';
import type { DrawInBackground } from '../../editor/samples/draw-in-background.ts';
import classes from './merge.module.css';
import { useMergeTexts } from './use-merge-texts.ts';

interface MergeChoicePreviewProps {
  value: Json | undefined;
  /** The surrounding design, if the value is a block or a design. */
  design: JsonObject | null;
  /** `null` if this browser cannot draw emails. */
  draw: DrawInBackground | null;
  title: string;
}

const HEIGHT = 150;
/** Enough to distinguish two texts. */
const MOST_SHOWN = 2000;

const isBlock = (value: Json | undefined): value is JsonObject =>
  isPlainObject(value) && typeof value['type'] === 'string';
const isDesign = (value: Json | undefined): value is JsonObject =>
  isPlainObject(value) && Array.isArray(value['blocks']) && !isBlock(value);

/** One side of a conflict: a rendered block, or the text. */
export function MergeChoicePreview({ value, design, draw, title }: MergeChoicePreviewProps) {
  const merge = useMergeTexts();
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    const drawn = isBlock(value) ? { blocks: [value] } : isDesign(value) ? { blocks: value['blocks'] } : null;
    if (!drawn || !design || !draw) return;
    let isGone = false;
    const { global = {}, testVariables } = design;
    const variables = isPlainObject(testVariables) ? (testVariables as JsonObject) : {};
    void draw({ global, ...drawn } as JsonObject, variables).then((mail) => {
      if (mail && !isGone) setHtml(mail.html);
    });
    return () => {
      isGone = true;
    };
  }, [value, design, draw]);
  if (value === undefined)
    return (
      <Text size="sm" c="dimmed">
        {merge.takenOut}
      </Text>
    );
  if (html !== null)
    return (
      <div className={classes['drawn']} inert>
        <MailFrame html={html} title={title} device="phone" height={HEIGHT} />
      </div>
    );
  if (isBlock(value)) return <Text size="sm">{blockExcerpt(value) || String(value['type'])}</Text>;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.includes('\n') || text.includes('<') ? (
    <Code block className={classes['code'] ?? ''}>
      {text.slice(0, MOST_SHOWN)}
    </Code>
  ) : (
    <Text size="sm">{text || merge.nothing}</Text>
  );
}
