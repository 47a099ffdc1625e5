import type { JsonObject } from 'outstep/kernel/json.ts';
import { useRead } from '../../../api/queries.ts';

const none: JsonObject = {};

/** What a text is shown with: the test variables of the language, else those of the main one. */
export function useTestVariables(layoutId: string, locale: string, design: JsonObject): JsonObject {
  const { data } = useRead<{ testVariables: JsonObject }>(`/email-templates/${layoutId}/canvas`, { locale });
  return (design['testVariables'] as JsonObject | undefined) ?? data?.testVariables ?? none;
}
