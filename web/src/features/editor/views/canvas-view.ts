import { useCallback, useState } from 'react';
import { type DataChoice, testDataChoice } from '../data/data-choice.ts';

/** How the email is looked at: all of it is the same email, and nothing of this is saved. */
export interface CanvasView {
  show: 'desktop' | 'phone' | 'both' | 'text';
  isDark: boolean;
  /** As programs that fetch no pictures show it. */
  isWithoutPictures: boolean;
  /** Whether the line of an inbox stands above it. */
  hasInboxLine: boolean;
  /** What is filled in. */
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

/** Whether somebody looks at the plain text: an inbox shows its beginning where there is no preview line. */
export const needsText = ({ show, hasInboxLine }: CanvasView) => show === 'text' || hasInboxLine;
