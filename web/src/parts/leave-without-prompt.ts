let leaving = false;

/** Whether leave prompts are disabled. */
export const isLeaving = () => leaving;

/** Opens a path with a full page load and without a prompt, so that no state of the page remains. */
export function leaveWithoutPrompt(path: string): void {
  leaving = true;
  location.replace(path);
}

/** Reloads the page without a prompt; unsaved work must already be stored. */
export function reloadWithoutPrompt(): void {
  leaving = true;
  location.reload();
}
