import { Button, Group, Menu, SegmentedControl, Switch } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { useViewTexts } from '../session/use-view-texts.ts';
import type { CanvasView } from './canvas-view.ts';

interface ViewBarProps {
  view: CanvasView;
  onChange(part: Partial<CanvasView>): void;
  /** Whether the window has no room for two views side by side. */
  isNarrow: boolean;
}

/** The most used views are in the bar, the rest in a menu. */
export const ViewBar = memo(function ViewBar({ view, onChange, isNarrow }: ViewBarProps) {
  const { layouts } = useTexts();
  return (
    <Group gap="sm">
      {!isNarrow && (
        <SegmentedControl
          size="xs"
          aria-label={layouts.view}
          // Selects neither while another view is shown.
          value={view.show === 'phone' || view.show === 'desktop' ? view.show : ''}
          onChange={(show) => onChange({ show: show as CanvasView['show'] })}
          data={[
            { value: 'desktop', label: layouts.desktop },
            { value: 'phone', label: layouts.phone },
          ]}
        />
      )}
      <Switch
        size="xs"
        label={layouts.dark}
        checked={view.isDark}
        disabled={view.show === 'text'}
        onChange={({ currentTarget }) => onChange({ isDark: currentTarget.checked })}
      />
      <ViewMenu view={view} onChange={onChange} isNarrow={isNarrow} />
    </Group>
  );
});

function ViewMenu({ view, onChange, isNarrow }: ViewBarProps) {
  const { layouts } = useTexts();
  const words = useViewTexts();
  const { show, isWithoutPictures, hasInboxLine } = view;
  const isUsual = (show === 'desktop' || show === 'phone') && !isWithoutPictures && !hasInboxLine;
  const shows = isNarrow ? (['desktop', 'text'] as const) : (['desktop', 'phone', 'both', 'text'] as const);
  const names = { desktop: isNarrow ? words.mail : layouts.desktop, phone: layouts.phone };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant={isUsual ? 'default' : 'light'}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {words.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={isNarrow && show !== 'text' ? 'desktop' : show}
          onChange={(value) => onChange({ show: value as CanvasView['show'] })}
        >
          {shows.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {value === 'both' || value === 'text' ? words[value] : names[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={isWithoutPictures}
          onChange={(isOn) => onChange({ isWithoutPictures: isOn })}
        >
          {words.withoutPictures}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem checked={hasInboxLine} onChange={(isOn) => onChange({ hasInboxLine: isOn })}>
          {words.inboxLine}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
