import type { AnyOperation, PathParams } from '../../../../kernel/operation.ts';
import { invoke } from '../../../../surfaces/calls/invoke.ts';

/** Runs an operation as every surface does: validated and audited. */
export type RunOperation = <T>(
  operation: AnyOperation,
  fields?: object,
  path?: Record<string, string>,
) => Promise<T>;

export const runOperationAs =
  (ctx: unknown): RunOperation =>
  async <T>(operation: AnyOperation, fields: object = {}, path: PathParams = {}) => {
    const call = { path, fields: { ...fields }, ifMatch: null, fieldsFirst: false, strict: true };
    return (await invoke(operation, ctx, call)).answer.value as T;
  };
