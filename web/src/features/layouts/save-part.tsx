import { Anchor, Checkbox, Text } from '@mantine/core';
import { useLanguageName } from '../../parts/language-name.ts';
import { SaveBar } from '../../parts/save-bar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useShowLanguage } from './session/show-language.ts';
import type { LayoutSession } from './session/use-layout-session.ts';
import type { Saving } from './use-save.ts';

interface SavePartProps {
  whole: LayoutSession;
  saving: Saving;
  /** The language that is shown. */
  locale: string;
}

/** As many as can be read at a glance. */
const MAX_NAMED = 3;

/** Says which languages are saved, what other languages get of it, and what keeps it from being saved. */
export function SavePart({ whole: { changes, dirty }, saving, locale }: SavePartProps) {
  const { layouts } = useTexts();
  const nameOf = useLanguageName();
  const showLanguage = useShowLanguage();
  const { canSave, isSaving, follow, blocked } = saving;
  const names = [...changes.keys()].map(nameOf);
  const isElsewhere = [...changes.keys()].some((each) => each !== locale);
  const [other] = blocked.filter((each) => each !== locale);
  const isTold = (dirty && follow.canReach) || isElsewhere;
  return (
    <SaveBar dirty={dirty} canSave={canSave} busy={isSaving}>
      {isTold && (
        <>
          {follow.canReach && (
            <Checkbox
              size="sm"
              label={layouts.follow(follow.others)}
              checked={follow.isWanted}
              onChange={({ currentTarget }) => follow.setIsWanted(currentTarget.checked)}
            />
          )}
          {other !== undefined && (
            <Anchor component="button" type="button" size="sm" onClick={() => showLanguage(other)}>
              {layouts.mendFirst(nameOf(other))}
            </Anchor>
          )}
          {isElsewhere && (
            <Text size="sm">{layouts.unsavedIn(names.slice(0, MAX_NAMED), names.length - MAX_NAMED)}</Text>
          )}
        </>
      )}
    </SaveBar>
  );
}
