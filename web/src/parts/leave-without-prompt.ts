let leaving = false;

/** Whether nobody is to be asked any more. */
export const isLeaving = () => leaving;

/** Opens an address anew, without asking: nothing of the page may stay. */
export function leaveWithoutPrompt(path: string): void {
  leaving = true;
  location.replace(path);
}

/** Loads the page anew, without asking: what is not saved is kept by whoever keeps it. */
export function reloadWithoutPrompt(): void {
  leaving = true;
  location.reload();
}
