import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { selectFirst } from '../../../parts/select-first.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { Loop, Scope } from './scope.rules.ts';
import type { SentVariables } from './sent-variables.rules.ts';
import classes from './text.module.css';
import { useWritingTexts } from './use-writing-texts.ts';
import { type OfferGroup, offerGroups, type VariableSuggestion } from './variable-suggestions.rules.ts';

interface VariablePickerProps {
  /** Variables that the layout already uses. */
  names: readonly string[];
  /** The surrounding loops, outermost first. */
  loops: readonly Loop[];
  scope: Scope;
  /** Called with the Liquid that was chosen or typed. */
  onPick(code: string): void;
  /** Called with the list to repeat the block for; `null` if it cannot be repeated. */
  onRepeat: ((list: string) => void) | null;
  /** Called with the list to show as a table of articles below; `null` if there cannot be a table. */
  onItems: ((list: string) => void) | null;
  sent: SentVariables;
}

const shownPath = (path: string) => path.replace(/^variables\./, '');

/** Lists variables with samples. Others can be typed, ending with `}}`. */
export function VariablePicker(props: VariablePickerProps) {
  const { names, loops, scope, sent, onPick, onRepeat, onItems } = props;
  const { text } = useTexts().editor;
  const texts = useWritingTexts();
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true });
  const all = useMemo(() => offerGroups(loops, names, scope, sent), [loops, names, scope, sent]);
  const wanted = typed.trim().toLowerCase();
  const isWanted = ({ path, sample, kind, as }: VariableSuggestion) =>
    (kind !== 'list' || (as === 'items' ? onItems : onRepeat) !== null) &&
    (path.toLowerCase().includes(wanted) || (sample ?? '').toLowerCase().includes(wanted));
  const groups = all.map((group) => ({ ...group, offers: group.offers.filter(isWanted) }));
  const offers = groups.flatMap((group) => group.offers);
  const count = offers.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the list changes
  useEffect(() => {
    selectFirst(combobox);
  }, [typed, count]);
  const pick = (expression: string) => {
    const list = offers.find((offer) => offer.expression === expression && offer.kind === 'list');
    if (list) (list.as === 'items' ? onItems : onRepeat)?.(list.path);
    else onPick(`{{ ${expression.trim()} }}`);
  };
  const write = (value: string) => {
    const end = value.indexOf('}}');
    const code = value.slice(0, end).trim();
    if (end > 0 && code !== '') return onPick(`{{ ${code} }}`);
    setTyped(value);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || count > 0) return;
    event.preventDefault();
    if (wanted !== '') pick(typed);
  };
  const title = ({ of, loop }: OfferGroup) =>
    of === 'entry'
      ? texts.entryOf(shownPath(loop?.source ?? ''))
      : of === 'sent'
        ? texts.sent(sent.count, sent.fromOtherLayouts)
        : text[of];
  const about = ({ as, kind, sample, count: length, sentBy }: VariableSuggestion) => {
    const share = sentBy === null || sentBy === sent.count ? null : texts.share(sentBy, sent.count);
    const known = as ? texts.as[as] : kind && kind !== 'text' && kind !== 'object' ? texts.kinds[kind] : null;
    const parts = kind === 'list' ? [as ? known : texts.repeat(length ?? 0), share] : [known, sample, share];
    return parts.filter((part) => part !== null && part !== '').join(' · ');
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={text.search}
          placeholder={text.search}
          value={typed}
          onKeyDown={press}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes['options'] ?? ''} mt="xs" aria-label={text.variables}>
        {count === 0 && <Combobox.Empty>{wanted === '' ? texts.noneYet : text.noVariables}</Combobox.Empty>}
        {groups.map(
          (group) =>
            group.offers.length > 0 && (
              <Combobox.Group label={title(group)} key={`${group.of} ${group.loop?.as}`}>
                {group.offers.map((offer) => (
                  <Combobox.Option value={offer.expression} key={offer.expression}>
                    <Group gap="xs" justify="space-between" wrap="nowrap">
                      <Text size="xs" ff="monospace" truncate>
                        {shownPath(offer.path)}
                      </Text>
                      <Text size="xs" truncate maw="55%">
                        <bdi>{about(offer)}</bdi>
                      </Text>
                    </Group>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ),
        )}
      </Combobox.Options>
    </Combobox>
  );
}
