import type { JsonObject } from 'outstep/kernel/json.ts';
import { createContext, type RefObject, useContext, useEffect } from 'react';

/** The data that fills the preview instead of its test variables; a test email uses it too. */
export interface ShownData {
  name: string;
  variables: JsonObject;
}

/** A ref, so that changes cause no rerender; it is read when an email is sent. */
export const ShownDataContext = createContext<RefObject<ShownData | null> | null>(null);

/** Publishes the preview data while the email is shown. */
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
