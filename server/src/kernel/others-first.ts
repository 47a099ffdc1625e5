/** Lets everybody who waits for the loop go first: between parts of work that may be long by somebody's design. */
export const othersFirst = (): Promise<void> => new Promise((go) => setImmediate(go));
