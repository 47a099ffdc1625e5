import { useElementSize } from '@mantine/hooks';

export const mailWidths = { desktop: 680, phone: 375 };
/** What an email is looked at on. */
export type Device = keyof typeof mailWidths;

/** How much smaller an email is drawn in the room that there is: that of the element which gets `room`. */
export function useMailFit(device: Device) {
  const { ref: room, width: wide } = useElementSize();
  const width = mailWidths[device];
  return { room, width, scale: wide === 0 ? 1 : Math.min(1, wide / width) };
}
