import type { JsonObject } from 'outstep/kernel/json.ts';
import { createContext, type RefObject, useContext, useEffect } from 'react';

/** The data that fills the preview instead of its test variables; a test email uses it too. */
export interface ShownData {
  name: string;
  variables: JsonObject;
}

/** A reference: nothing is drawn anew for it, since it is asked for when an email is sent. */
export const ShownDataContext = createContext<RefObject<ShownData | null> | null>(null);

/** Says what the email is shown with, as long as it is shown. */
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
