/** A test file may take this much CPU in the check, with all processes that it starts. */
export const CPU_SECONDS = 30;

/** Files that take more, and why they must. */
export const slowFiles: Readonly<Record<string, string>> = {};
