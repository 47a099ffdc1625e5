import { createContext, useContext } from 'react';
import type { MarkedMail } from '../../../../../server/src/features/rendering/mails/draw-marked-mail.rules.ts';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';

/** Draws something else than the mail, when the mail leaves time for it; `null` if it cannot be drawn here. */
export type DrawAside = (design: JsonObject, variables: JsonObject) => Promise<MarkedMail | null>;

const Context = createContext<DrawAside>(async () => null);

export const DrawAsideProvider = Context.Provider;
export const useDrawAside = () => useContext(Context);
