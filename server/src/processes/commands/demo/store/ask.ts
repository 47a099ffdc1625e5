import type { AnyOperation } from '../../../../kernel/operation.ts';
import { invoke } from '../../../../surfaces/calls/invoke.ts';

/** Asks for an operation as every surface does: checked, and told to the audit log. */
export type Ask = <T>(operation: AnyOperation, fields?: object, path?: Record<string, string>) => Promise<T>;

export const askAs =
  (ctx: unknown): Ask =>
  async <T>(operation: AnyOperation, fields: object = {}, path: Record<string, string> = {}) => {
    const call = { path, fields: { ...fields }, ifMatch: null, fieldsFirst: false, strict: true };
    return (await invoke(operation, ctx, call)).answer.value as T;
  };
