import type { StepKind } from '../../../kernel/instruments.ts';
import type { ActionType } from '../../records/history/history.schema.ts';

export const kindOf = (actionType: ActionType): StepKind => (actionType === 'EMAIL' ? 'mail' : 'http');
