import type { MarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { createContext, useContext } from 'react';

/**
 * Draws something other than the email while the email leaves time for it; `null` if this browser cannot draw
 * it.
 */
export type DrawInBackground = (design: JsonObject, variables: JsonObject) => Promise<MarkedMail | null>;

const Context = createContext<DrawInBackground>(async () => null);

export const DrawInBackgroundProvider = Context.Provider;
export const useDrawInBackground = () => useContext(Context);
