import { Refusal } from '../../../kernel/error.ts';

export const nobodySignsIn = () => new Refusal('not_found', 'nobody signs in with this address');
