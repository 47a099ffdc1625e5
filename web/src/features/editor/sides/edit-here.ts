import type { Preset } from 'outstep/features/layouts/presets/presets.schema.ts';
import { createContext, useContext } from 'react';
import type { Wire } from '../../../api/wire.ts';

/**
 * Opens a preset where the email has it: at a side, or at the part with a key. `field` is one of the preset whose
 * block is chosen then: `languages.de.blocks[1].alt`.
 */
type EditHere = (at: string, preset: Wire<Preset>, field?: string) => void;

const Context = createContext<EditHere | null>(null);

/** `null` for whoever may not change what is shared, and where it cannot be edited. */
export const EditHereProvider = Context.Provider;
export const useEditHere = () => useContext(Context);
