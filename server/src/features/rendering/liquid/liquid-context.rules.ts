import { Context, type Liquid, Value } from 'liquidjs';
import { SafeHtml } from './liquid-html.rules.ts';
import { pathText } from './liquid-names.rules.ts';
import { PreparedText } from './prepared-text.rules.ts';
import { limitTime } from './render-limit.rules.ts';

const MAX_MISSING = 100;

/** A loop may look up another path in each iteration. */
const MAX_LOOKED_UP_PATHS = 1000;

const isInherited = (key: unknown) => typeof key === 'string' && key in Object.prototype;

type PropertyName = Parameters<Context['readProperty']>[1];

type LiquidPath = readonly unknown[];

/** The context for rendering one text: what it can access, and which values it missed. */
export class RenderContext extends Context {
  readonly #sought = new Map<string, LiquidPath>();
  /** Above zero while the text itself tests whether a value exists. */
  #asking = 0;

  /** `clock` returns the time used, in milliseconds. */
  constructor(scope: object, engine: Liquid, locale: string, clock: () => number) {
    super(scope, { ...engine.options, locale }, { sync: true }, { liquid: engine });
    this.renderLimit.check = limitTime(clock);
  }

  override *_get(path: PropertyName[]): Generator<unknown, unknown, unknown> {
    const found = yield* super._get(path);
    if (found === undefined && this.#asking === 0 && this.#sought.size < MAX_LOOKED_UP_PATHS)
      this.#sought.set(path.join('\0'), path);
    return found;
  }

  override readProperty(object: object, key: PropertyName): unknown {
    const target = object instanceof SafeHtml || object instanceof PreparedText ? object.valueOf() : object;
    // Loop variables are objects of the engine, whose inherited methods a text could call.
    if (isInherited(key) && !Object.hasOwn(Object(target), key as string)) return undefined;
    return super.readProperty(target as object, key);
  }

  *asking(work: Generator<unknown, unknown, unknown>): Generator<unknown, unknown, unknown> {
    this.#asking++;
    try {
      return yield* work;
    } finally {
      this.#asking--;
    }
  }

  /**
   * The paths from outside that the text uses and that are missing; an array within a path is a path that was
   * looked up first. Returned as written in the text, because a looked-up key may be personal data.
   */
  missing(paths: () => Iterable<LiquidPath>): string[] {
    if (this.#sought.size === 0) return [];
    const byRoot = Map.groupBy(paths(), ([root]) => root);
    const found = new Set<string>();
    for (const sought of this.#sought.values()) {
      const written = byRoot.get(sought[0])?.find((path) => isSamePath(path, sought));
      if (written) found.add(pathText(written));
    }
    return [...found].slice(0, MAX_MISSING);
  }
}

const isSamePath = (written: LiquidPath, path: LiquidPath) =>
  written.length === path.length &&
  written.every((segment, i) => Array.isArray(segment) || segment === path[i]);

/** Makes an expression tolerate a missing value, because the text itself handles it. */
export function allowMissing(value: unknown): void {
  if (!(value instanceof Value)) return;
  const evaluate = value.value.bind(value);
  value.value = (ctx, lenient) =>
    ctx instanceof RenderContext ? ctx.asking(evaluate(ctx, lenient)) : evaluate(ctx, lenient);
}
