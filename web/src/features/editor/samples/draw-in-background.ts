import type { MarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { createContext, useContext } from 'react';

/** Draws something else than the email, when the email leaves time for it; `null` if it cannot be drawn here. */
export type DrawInBackground = (design: JsonObject, variables: JsonObject) => Promise<MarkedMail | null>;

const Context = createContext<DrawInBackground>(async () => null);

export const DrawInBackgroundProvider = Context.Provider;
export const useDrawInBackground = () => useContext(Context);
