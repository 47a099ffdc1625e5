let leaving = false;

/** Whether nobody is to be asked any more. */
export const isLeaving = () => leaving;

/** Opens an address anew, without asking: nothing of the page may stay. */
export function leaveAtOnce(path: string): void {
  leaving = true;
  location.replace(path);
}
