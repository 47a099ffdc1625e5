import { createContext, type RefObject, useContext, useEffect } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';

/** What the mail on the screen is filled in with, where that is not its test variables: a test mail is sent so too. */
export interface ShownData {
  name: string;
  variables: JsonObject;
}

/** A reference: nothing is drawn anew for it, since it is asked for when a mail is sent. */
export const ShownDataContext = createContext<RefObject<ShownData | null> | null>(null);

/** Says what the mail is shown with, as long as it is shown. */
export function useShownData(variables: JsonObject | null, name: string) {
  const shown = useContext(ShownDataContext);
  useEffect(() => {
    if (!shown) return;
    shown.current = variables && { name, variables };
    return () => {
      shown.current = null;
    };
  }, [shown, variables, name]);
}
