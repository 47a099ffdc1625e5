import { Button, Group, List, Popover, ScrollArea, Text } from '@mantine/core';
import { IconAlertTriangle, IconBulb, IconChecks, IconCircleX } from '@tabler/icons-react';
import { findingsOf, type MailFinding } from 'outstep/features/rendering/design/findings/findings.rules.ts';
import { memo, useEffect, useRef, useState } from 'react';
import { useSearchParams } from '../../../parts/search-params.ts';
import type { EditorSession } from '../session/session.ts';
import { CheckItem, type FindingLocation } from './check-item.tsx';
import classes from './checks.module.css';
import { fixOf } from './fixes.rules.ts';
import { useCheckTexts } from './use-check-texts.ts';
import { type CheckedMail, useFacts } from './use-facts.ts';

/** Checks are not read while typing. */
const REST_MS = 500;
/** A page that is never idle is still checked. */
const MAX_DELAY_MS = 3000;

/** Calls back when the page is idle; Safari has no idle callback and gets a timer instead. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, REST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: MAX_DELAY_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * Findings for the email, updated shortly after it stops changing; `found` is `null` before the first check.
 */
function useFindings(mail: CheckedMail) {
  const facts = useFacts(mail);
  const [found, setFound] = useState<readonly MailFinding[] | null>(null);
  useEffect(() => {
    let cancel = () => {};
    const timer = setTimeout(() => {
      cancel = whenIdle(() => setFound(findingsOf(facts())));
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [facts]);
  return { found, checkNow: () => findingsOf(facts()) };
}

/** Identifies a finding. */
const keyOf = ({ rule, field, preset, values }: MailFinding) =>
  `${rule} ${field} ${preset?.field ?? ''} ${JSON.stringify(values)}`;

export interface ChecksProps extends Omit<CheckedMail, 'design'> {
  session: EditorSession;
  onGoTo(key: string | null, field: string | null): void;
  announce(text: string): void;
}

const icons = { error: IconCircleX, warning: IconAlertTriangle, hint: IconBulb };

/** The findings for the shown email: their number and, on demand, each with its place and fix. */
export const Checks = memo(function Checks({ session, onGoTo, announce, ...mail }: ChecksProps) {
  const texts = useCheckTexts();
  const { found, checkNow } = useFindings({ ...mail, design: session.design });
  const [isOpen, setOpen] = useState(false);
  const [, change] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  if (!found) return null;
  const [first] = found;
  const goTo = ({ path: [root] }: MailFinding, { owner, field }: FindingLocation) => {
    setOpen(false);
    if (root === 'marketingTexts') return change({ tab: 'details' });
    // Waits until the popover has closed, because it then restores the focus.
    if (root === 'subject' || root === 'previewText')
      return setTimeout(() => document.getElementById(`line-${root}`)?.focus(), 50);
    onGoTo(owner?.key ?? null, field);
  };
  const applyFix = (finding: MailFinding, sentence: string) => {
    // The pressed button disappears with its finding, so keyboard focus moves to the list.
    list.current?.focus();
    // The email may have changed since it was checked, and another block may be in this one's place.
    const still = checkNow().find((each) => keyOf(each) === keyOf(finding));
    const fix = still && fixOf(session.design, still);
    if (!fix) return;
    session.run(fix.change);
    announce(texts.fixed(sentence));
  };
  if (!first && !isOpen)
    return (
      <Group gap="xs" wrap="nowrap" c="dimmed" px="sm">
        <IconChecks size={16} aria-hidden />
        <Text size="sm">{texts.fine}</Text>
      </Group>
    );
  const Icon = first ? icons[first.severity] : IconChecks;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={460}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          c="inherit"
          leftSection={<Icon size={16} aria-hidden className={first ? classes[first.severity] : undefined} />}
          data-checks
          onClick={() => setOpen((before) => !before)}
        >
          {texts.count(found.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 32px)">
        <ScrollArea.Autosize mah="50vh" type="auto" offsetScrollbars="present">
          <div ref={list} className={classes['list']} tabIndex={-1} data-autofocus>
            {!first && <Text size="sm">{texts.fine}</Text>}
            <List
              size="sm"
              spacing="sm"
              ps={0}
              styles={{ itemWrapper: { alignItems: 'flex-start' } }}
              aria-label={texts.title}
            >
              {found.map((finding) => (
                <CheckItem
                  key={keyOf(finding)}
                  {...{ finding, session }}
                  onGoTo={goTo}
                  onFix={applyFix}
                  onLeave={() => setOpen(false)}
                />
              ))}
            </List>
          </div>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
});
