/** For shorter text, a lookup is no faster than the computation. */
const MIN_REMEMBERED = 256;
const MAX_REMEMBERED = 6;

/**
 * Caches the results for the latest long texts. A text is processed again after each round of masking, though
 * most rounds change nothing. `more` must not affect the result.
 */
export function memoizeByText<More extends unknown[], Answer>(
  look: (text: string, ...more: More) => Answer,
): (text: string, ...more: More) => Answer {
  const answers = new Map<string, Answer>();
  return (text, ...more) => {
    if (text.length < MIN_REMEMBERED) return look(text, ...more);
    const answer = answers.get(text) ?? look(text, ...more);
    answers.delete(text);
    answers.set(text, answer);
    if (answers.size > MAX_REMEMBERED) answers.delete(answers.keys().next().value as string);
    return answer;
  };
}

const MAX_NAMES = 2000;
/** Longer strings are not names. */
const MAX_NAME = 200;

/** Bodies repeat names thousands of times, and the result depends only on the name. */
export function memoizeByName<Answer>(read: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, Answer>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = read(name);
    if (answers.size >= MAX_NAMES) answers.clear();
    if (name.length <= MAX_NAME) answers.set(name, answer);
    return answer;
  };
}
