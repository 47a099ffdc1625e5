import { Alert, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { fieldsOf } from '../../api/client.ts';
import { Failure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import panes from '../compare/compare.module.css';
import { sides } from '../compare/sides.ts';
import { useCompareTexts } from '../compare/use-compare-texts.ts';
import classes from './compare-request.module.css';
import { useComparedRequest } from './queries.ts';
import { type ComparedRequest, type RequestLine, requestLines } from './request-lines.rules.ts';

/** The rendered request as saved and as edited, without sending it. */
export function CompareRequest({ id, fields }: { id: string; fields: object | null }) {
  const { httpRequests } = useTexts();
  return fields ? <Comparison {...{ id, fields }} /> : <Text size="sm">{httpRequests.notObject}</Text>;
}

function Comparison({ id, fields }: { id: string; fields: object }) {
  const { request: texts } = useCompareTexts();
  const { data, error, refetch } = useComparedRequest(id, fields);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Skeleton height={320} />;
  return (
    <Stack gap="sm">
      <WhatDiffers of={data} />
      <Panes of={data} />
      <Text size="xs" c="dimmed">
        {texts.hint}
      </Text>
    </Stack>
  );
}

/** The parts of a request as labeled on the page. */
function usePartNames() {
  const { httpRequests } = useTexts();
  return {
    ...{ method: httpRequests.method, url: httpRequests.url },
    ...{ headers: httpRequests.headers, body: httpRequests.body },
  };
}

function WhatDiffers({ of: { before, after, differs, isSameText } }: { of: ComparedRequest }) {
  const { how: hows, request: texts } = useCompareTexts();
  const names = usePartNames();
  if ('fault' in before || 'fault' in after) return null;
  const nothing = isSameText ? texts.nothing : texts.nothingNow;
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {differs.length === 0 ? nothing : texts.differs(differs.length)}
      </Text>
      {differs.length > 0 && (
        <ul className={classes['parts']}>
          {differs.map(({ part, name, how, isShown }) => (
            <li key={`${part} ${name}`}>
              {`${name ?? names[part]} · ${hows[how]}${isShown ? '' : ` (${texts.hidden})`}`}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Panes({ of: { before, after, differs } }: { of: ComparedRequest }) {
  const texts = useCompareTexts();
  const isSent = 'request' in before && 'request' in after;
  const both = isSent ? requestLines(before, after, differs) : null;
  const shown = { before, after };
  return (
    <div className={panes['panes']}>
      {sides.map((side) => {
        const one = shown[side];
        return (
          <div key={side} className={panes['pane']}>
            <Text size="sm" fw={600} className={panes['head']}>
              {texts[side]}
            </Text>
            {'fault' in one ? (
              <Fault text={one.fault} />
            ) : (
              <Lines
                label={texts[side]}
                // If the other request cannot be sent, there is nothing to compare with.
                lines={both?.[side] ?? requestLines(one, one, []).after}
                isCut={one.truncated}
                sign={side === 'before' ? '−' : '+'}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

function Fault({ text }: { text: string }) {
  const { request: texts } = useCompareTexts();
  const said = useTranslateMessage();
  const names: Readonly<Record<string, string>> = usePartNames();
  const fields = Object.entries(fieldsOf(text));
  return (
    <Alert color="red" variant="light" m="sm" title={texts.cannot}>
      {fields.length === 0
        ? said(text)
        : fields.map(([field, reason]) => (
            <div key={field}>
              <strong>{names[field] ?? field.replace(/^headers\./, '')}</strong>: {said(reason)}
            </div>
          ))}
    </Alert>
  );
}

interface LinesProps {
  label: string;
  lines: readonly RequestLine[];
  isCut: boolean;
  /** Precedes a line that differs, so that color is not the only indication. */
  sign: string;
}

function Lines({ label, lines, isCut, sign }: LinesProps) {
  const { request: texts } = useCompareTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
    <section className={panes['room']} aria-label={label} tabIndex={0}>
      <div className={classes['lines']} dir="ltr">
        {lines.map((line, i) =>
          'left' in line ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their order
            <div key={i} className={classes['left']}>
              {texts.left(line.left)}
            </div>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified only by their order
            <div key={i} data-sign={line.isMarked ? sign : undefined}>
              {line.isMarked && <VisuallyHidden component="span">{`${texts.other} `}</VisuallyHidden>}
              <span>{line.text || '\u00a0'}</span>
            </div>
          ),
        )}
        {isCut && <div className={classes['left']}>{texts.cut}</div>}
      </div>
    </section>
  );
}
