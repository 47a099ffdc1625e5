/** The time of every example. */
const NOW = '2026-11-17T09:30:00.000Z';
const LONGEST = 300;
const DAY_MS = 86_400_000;

const TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SHA = /\b[0-9a-f]{40}\b/g;

/** Figures that differ from run to run. */
const FIGURES: Readonly<Record<string, number>> = { durationMs: 120, sizeBytes: 9_120 };
const TEXTS: Readonly<Record<string, string>> = { release: '0.3.0', prefix: 'fak_3f9a' };

/** A response as shown in the document: always the same, whatever its IDs, times and figures. */
export function createStabilizer(known: () => readonly (readonly [example: string, real: string])[]) {
  const others = new Map<string, string>();
  const stand = (real: string, made: (n: number) => string) => {
    const name = others.get(real) ?? made(others.size);
    others.set(real, name);
    return name;
  };
  const examples = () => new Set(known().map(([example]) => example));

  function text(value: string): string {
    let shown = value;
    for (const [example, real] of known()) shown = shown.replaceAll(real, example);
    const kept = examples();
    shown = shown
      .replace(TIME, NOW)
      .replace(UUID, (id) =>
        kept.has(id)
          ? id
          : stand(id, (n) => `0198c0de-7a10-7000-8000-0000000001${String(n).padStart(2, '0')}`),
      )
      .replace(SHA, (sha) => (kept.has(sha) ? sha : stand(sha, (n) => String(n).padStart(40, '0'))));
    if (DAY.test(shown)) {
      const ago = Math.floor(Date.now() / DAY_MS) - Date.parse(shown) / DAY_MS;
      shown = new Date(Date.parse(NOW) - ago * DAY_MS).toISOString().slice(0, 10);
    }
    return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
  }

  return function steady(value: unknown, name = ''): unknown {
    if (typeof value === 'number') return FIGURES[name] ?? value;
    if (typeof value === 'string') return TEXTS[name] ?? text(value);
    if (Array.isArray(value)) return value.map((each) => steady(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), steady(member, key)]));
  };
}
