import { Button, Group, List, Popover, ScrollArea, Text } from '@mantine/core';
import { IconAlertTriangle, IconBulb, IconChecks, IconCircleX } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import type { MailFinding } from '../../../../../server/src/features/rendering/design/findings/findings.rules.ts';
import { useSearchParams } from '../../../parts/search-params.ts';
import type { EditorSession } from '../session/session.ts';
import { CheckItem, type FindingPlace } from './check-item.tsx';
import classes from './checks.module.css';
import { fixOf } from './fixes.rules.ts';
import { useCheckTexts } from './use-check-texts.ts';
import type { CheckedMail } from './use-facts.ts';
import { keyOf, useFindings } from './use-findings.ts';

export interface ChecksProps extends Omit<CheckedMail, 'design'> {
  session: EditorSession;
  onGoTo(key: string | null, field: string | null): void;
  announce(text: string): void;
}

const icons = { error: IconCircleX, warning: IconAlertTriangle, hint: IconBulb };

/** What could be better in the mail that is shown: how many, and on demand each with its place and its fix. */
export const Checks = memo(function Checks({ session, onGoTo, announce, ...mail }: ChecksProps) {
  const texts = useCheckTexts();
  const { found, checkNow } = useFindings({ ...mail, design: session.design });
  const [isOpen, setOpen] = useState(false);
  const [, change] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  if (!found) return null;
  const [first] = found;
  const goTo = ({ path: [root] }: MailFinding, { owner, field }: FindingPlace) => {
    setOpen(false);
    if (root === 'marketingTexts') return change({ tab: 'details' });
    // The popover gives the focus back when it has closed.
    if (root === 'subject' || root === 'previewText')
      return setTimeout(() => document.getElementById(`line-${root}`)?.focus(), 50);
    onGoTo(owner?.key ?? null, field);
  };
  const mend = (finding: MailFinding, sentence: string) => {
    // What was pressed goes with its finding: whoever has the keyboard stays in the list.
    list.current?.focus();
    // The mail may have changed since it was looked at, and another block may stand in this one's place.
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
                  onFix={mend}
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
