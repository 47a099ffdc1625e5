import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';

/** The methods that each path supports, to distinguish a wrong method from an unknown path. */
export class PathTable {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  add(method: string, path: string) {
    let entry = this.#paths.get(path);
    if (!entry) {
      const source = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
      entry = { pattern: new RegExp(`^${source}/?$`), methods: new Set() };
      this.#paths.set(path, entry);
    }
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
  }

  /** 405 with the supported methods (spec: Status 405), or 404. */
  errorFor(path: string): OperationError {
    for (const { pattern, methods } of this.#paths.values()) {
      if (!pattern.test(path)) continue;
      const allow = [...methods].sort();
      return new OperationError(
        'method_not_allowed',
        message('method_not_allowed', { methods: allow.join(', ') }),
        {
          allow,
        },
      );
    }
    return new OperationError('not_found', message('path_unknown'));
  }
}
