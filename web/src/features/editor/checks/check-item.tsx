import { Anchor, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconBulb, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MailFinding } from '../../../../../server/src/features/rendering/design/findings/findings.rules.ts';
import { sayFinding } from '../../../../../server/src/features/rendering/design/findings/messages.rules.ts';
import { useStore } from '../../../api/session.ts';
import { storePath } from '../../../parts/store-path.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { type Entry, isWithin } from '../model/blocks.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { useBlockName } from '../session/use-block-name.ts';
import classes from './checks.module.css';
import { fixOf, placeIn } from './fixes.rules.ts';
import { useCheckTexts } from './use-check-texts.ts';

const icons = { error: IconCircleX, warning: IconAlertTriangle, hint: IconBulb };

export interface FindingPlace {
  owner: Entry | null;
  /** From the owner on; from the design on where there is none. */
  field: string | null;
}

/** The innermost block that a finding is about. */
function placeOf(finding: MailFinding, entries: readonly Entry[]): FindingPlace {
  const path = placeIn(finding);
  if (!path) return { owner: null, field: null };
  const owner = entries.findLast((each) => isWithin(each.path, path)) ?? null;
  return { owner, field: path.slice(owner?.path.length ?? 0).join('.') || null };
}

interface CheckItemProps {
  finding: MailFinding;
  session: EditorSession;
  onGoTo(finding: MailFinding, place: FindingPlace): void;
  onFix(finding: MailFinding, sentence: string): void;
}

/** One finding: how much it matters, where it is, what it says, and what can be done about it at once, unless in a preset. */
export function CheckItem({ finding, session, onGoTo, onFix }: CheckItemProps) {
  const { editor } = useTexts();
  const texts = useCheckTexts();
  const nameOf = useBlockName();
  const store = useStore();
  const Icon = icons[finding.severity];
  const place = placeOf(finding, session.entries);
  const [root] = finding.path;
  const outside =
    root === 'subject' || root === 'previewText' || root === 'marketingTexts' ? texts[root] : null;
  const name = place.owner ? nameOf(place.owner.block, true) : (outside ?? editor.wholeMail);
  const sentence = sayFinding(texts.sentences, finding);
  const fix = session.canChange ? fixOf(session.design, finding) : null;
  const words = fix && ('number' in fix ? texts.fixes[fix.words](fix.number) : texts.fixes[fix.words]);
  const look = { size: 'sm', c: 'inherit', ta: 'start', underline: 'always' } as const;
  return (
    <List.Item
      icon={<Icon size={18} aria-hidden className={classes[finding.severity]} />}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Text size="sm" component="span" fw={600}>
        {texts.severities[finding.severity]}
      </Text>
      {' · '}
      {finding.preset ? (
        <Anchor component={Link} to={storePath(store.id, `presets/${finding.preset.id}`)} {...look}>
          {texts.preset(finding.preset.name)}
        </Anchor>
      ) : (
        <Anchor component="button" type="button" {...look} onClick={() => onGoTo(finding, place)}>
          {name}
        </Anchor>
      )}
      <Text size="sm">{sentence}</Text>
      {fix && (
        <Group mt={4}>
          <Button size="compact-sm" variant="default" onClick={() => onFix(finding, sentence)}>
            {words}
          </Button>
        </Group>
      )}
    </List.Item>
  );
}
