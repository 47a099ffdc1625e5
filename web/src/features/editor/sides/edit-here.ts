import type { Preset } from 'outstep/features/layouts/presets/presets.schema.ts';
import { createContext, useContext } from 'react';
import type { Wire } from '../../../api/wire.ts';

/**
 * Opens a preset inside the email: at a side, or at the block with this key. `field` is a field of the
 * preset, such as `languages.de.blocks[1].alt`, whose block is selected then.
 */
type EditHere = (at: string, preset: Wire<Preset>, field?: string) => void;

const Context = createContext<EditHere | null>(null);

/** `null` if the person cannot change presets, or if they cannot be edited here. */
export const EditInPlaceProvider = Context.Provider;
export const useEditInPlace = () => useContext(Context);
