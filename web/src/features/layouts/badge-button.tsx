import { Badge, Tooltip } from '@mantine/core';

interface BadgeButtonProps {
  label: string;
  text: string;
  isQuiet?: boolean;
  onOpen: () => void;
}

/** A badge with a tooltip that leads to the details. */
export const BadgeButton = ({ label, text, isQuiet, onOpen }: BadgeButtonProps) => (
  <Tooltip label={label} multiline maw={360}>
    <Badge
      component="button"
      type="button"
      size="sm"
      color="gray"
      {...(isQuiet && { variant: 'outline' })}
      style={{ cursor: 'pointer' }}
      onClick={onOpen}
    >
      {text}
    </Badge>
  </Tooltip>
);
