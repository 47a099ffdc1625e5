import { List, Text } from '@mantine/core';
import type { TranslationWork } from '../../../../../server/src/features/layouts/translations/translation-work.schema.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { Content } from './content.ts';
import { differenceNames } from './text-names.ts';
import classes from './translate.module.css';

interface DifferentHereProps {
  of: TranslationWork['differs'];
  main: Content;
  own: Content;
}

/** Where a language has parted from the main one: nothing to do, but to know. */
export function DifferentHere({ of, main, own }: DifferentHereProps) {
  const { different, outdated } = useTexts().layouts;
  if (of.length === 0) return null;
  return (
    <details className={classes['different']}>
      <summary>{different.count(of.length)}</summary>
      <Text size="sm" c="dimmed">
        {different.hint}
      </Text>
      <List size="sm">
        {differenceNames(of, { main, own }, outdated, different.how).map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </details>
  );
}
