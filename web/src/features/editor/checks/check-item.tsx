import { Anchor, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconBulb, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MailFinding } from 'outstep/features/rendering/design/findings/findings.rules.ts';
import { findingMessage } from 'outstep/features/rendering/design/findings/messages.rules.ts';
import type { ReactNode } from 'react';
import { useStore } from '../../../api/session.ts';
import { storePath } from '../../../parts/store-path.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { type BlockEntry, isWithin } from '../model/blocks.rules.ts';
import type { EditorSession } from '../session/session.ts';
import { useBlockName } from '../session/use-block-name.ts';
import { useChosenPreset } from '../sides/chosen-preset.tsx';
import { useEditInPlace } from '../sides/edit-here.ts';
import classes from './checks.module.css';
import { designPathOf, fixOf } from './fixes.rules.ts';
import { useCheckTexts } from './use-check-texts.ts';

const icons = { error: IconCircleX, warning: IconAlertTriangle, hint: IconBulb };

const linkProps = { size: 'sm', c: 'inherit', ta: 'start', underline: 'always' } as const;

export interface FindingLocation {
  owner: BlockEntry | null;
  /** Path relative to the owner, or to the design if there is none. */
  field: string | null;
}

/** The innermost block that a finding is about. */
function placeOf(finding: MailFinding, entries: readonly BlockEntry[]): FindingLocation {
  const path = designPathOf(finding);
  if (!path) return { owner: null, field: null };
  const owner = entries.findLast((each) => isWithin(each.path, path)) ?? null;
  return { owner, field: path.slice(owner?.path.length ?? 0).join('.') || null };
}

interface CheckItemProps {
  finding: MailFinding;
  session: EditorSession;
  onGoTo(finding: MailFinding, place: FindingLocation): void;
  onFix(finding: MailFinding, sentence: string): void;
  /** Called when a preset opens for editing in place of the email. */
  onLeave(): void;
}

/** One finding: its severity, place, description and, except in a preset, its quick fix. */
export function CheckItem({ finding, session, onGoTo, onFix, onLeave }: CheckItemProps) {
  const { editor } = useTexts();
  const texts = useCheckTexts();
  const nameOf = useBlockName();
  const Icon = icons[finding.severity];
  const place = placeOf(finding, session.entries);
  const [root] = finding.path;
  const outside =
    root === 'subject' || root === 'previewText' || root === 'marketingTexts' ? texts[root] : null;
  const name = place.owner ? nameOf(place.owner.block, true) : (outside ?? editor.wholeMail);
  const sentence = findingMessage(texts.sentences, finding);
  const fix = session.canChange ? fixOf(session.design, finding) : null;
  const words = fix && ('number' in fix ? texts.fixes[fix.words](fix.number) : texts.fixes[fix.words]);
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
        <InPreset
          of={finding.preset}
          at={place.owner?.key ?? String(designPathOf(finding)?.[0])}
          {...{ onLeave }}
        >
          <Text size="sm">{sentence}</Text>
        </InPreset>
      ) : (
        <>
          <Anchor component="button" type="button" {...linkProps} onClick={() => onGoTo(finding, place)}>
            {name}
          </Anchor>
          <Text size="sm">{sentence}</Text>
        </>
      )}
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

interface InPresetProps extends Pick<CheckItemProps, 'onLeave'> {
  of: NonNullable<MailFinding['preset']>;
  /** Where the email has the preset: a side, or the key of a block. */
  at: string;
  /** The description of the finding. */
  children: ReactNode;
}

/** Links to the preset's block in this email, or to the preset's page if it cannot be edited here. */
function InPreset({ of: { id, name, field }, at, onLeave, children }: InPresetProps) {
  const texts = useCheckTexts();
  const store = useStore();
  const editHere = useEditInPlace();
  const { preset } = useChosenPreset(id);
  const page = { component: Link, to: storePath(store.id, `presets/${id}`) };
  const words = texts.preset(name);
  if (!editHere || !preset)
    return (
      <>
        <Anchor {...page} {...linkProps}>
          {words}
        </Anchor>
        {children}
      </>
    );
  const open = () => {
    onLeave();
    editHere(at, preset, field);
  };
  return (
    <>
      <Anchor component="button" type="button" {...linkProps} onClick={open}>
        {words}
      </Anchor>
      {children}
      <Anchor {...page} {...linkProps} size="xs" c="dimmed">
        {texts.presetPage}
      </Anchor>
    </>
  );
}
