import { useElementSize } from '@mantine/hooks';

export const mailWidths = { desktop: 680, phone: 375 };
/** Devices to preview an email for. */
export type Device = keyof typeof mailWidths;

/**
 * The scale at which an email fits the available width, which is measured on the element with the ref `room`.
 */
export function useMailFit(device: Device) {
  const { ref: room, width: wide } = useElementSize();
  const width = mailWidths[device];
  return { room, width, scale: wide === 0 ? 1 : Math.min(1, wide / width) };
}
