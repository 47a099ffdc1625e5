import { useCallback, useState } from 'react';
import { type DataChoice, testDataChoice } from '../data/data-choice.ts';

/** How the email is viewed; none of this is saved. */
export interface CanvasView {
  show: 'desktop' | 'phone' | 'both' | 'text';
  isDark: boolean;
  /** Whether to show it as clients do that block images. */
  isWithoutPictures: boolean;
  /** Whether its line in an inbox is shown above it. */
  hasInboxLine: boolean;
  /** The preview data. */
  data: DataChoice;
}

const defaultView: CanvasView = {
  ...{ show: 'desktop', isDark: false, isWithoutPictures: false, hasInboxLine: false },
  data: testDataChoice,
};

export function useCanvasView() {
  const [view, setView] = useState(defaultView);
  const change = useCallback(
    (part: Partial<CanvasView>) => setView((before) => ({ ...before, ...part })),
    [],
  );
  return { view, change };
}

/** Whether the plain text is needed: an inbox shows its beginning if there is no preview text. */
export const needsText = ({ show, hasInboxLine }: CanvasView) => show === 'text' || hasInboxLine;
