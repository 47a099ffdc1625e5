/** The single range in which two texts differ, so that everything else is kept, including a cursor there. */
export function changeBetween(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let rest = 0;
  while (
    rest < most - from &&
    before.charCodeAt(before.length - 1 - rest) === after.charCodeAt(after.length - 1 - rest)
  )
    rest++;
  return { from, to: before.length - rest, insert: after.slice(from, after.length - rest) };
}
