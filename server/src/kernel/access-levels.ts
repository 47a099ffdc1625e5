/** Key levels, ordered and cumulative (spec: Authentication 3). */
export const levels = ['read', 'write', 'execute'] as const;
export type Level = (typeof levels)[number];

/** The levels that a key of `level` covers. */
export const levelsUpTo = (level: Level): Level[] => levels.slice(0, levels.indexOf(level) + 1);
export const coversLevel = (level: Level, needed: Level) => levels.indexOf(level) >= levels.indexOf(needed);

/** Roles of people in a store, ordered and cumulative. */
export const roles = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];

export const coversRole = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);

/**
 * `none`: no key needed. `operator`: the command line, and the app where an operation allows it. `person`:
 * only the app.
 */
export type Access = Level | 'none' | 'operator' | 'person';
