/** Yields to other work on the event loop, between parts of work whose length an author controls. */
export const yieldToEventLoop = (): Promise<void> => new Promise((go) => setImmediate(go));
