/** Shorter texts are read again as quickly as they are looked up. */
const MIN_REMEMBERED = 256;
const MAX_REMEMBERED = 6;

/**
 * Remembers the answers for the latest long texts: a text is looked at again after each round of masking, though most
 * rounds change nothing. `more` must not change the answer.
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
/** Nothing longer is a name. */
const MAX_NAME = 200;

/** Bodies repeat names thousands of times; the answer depends only on the name. */
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
