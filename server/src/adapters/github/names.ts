/** Names that may be used in a call. Anything that is not clearly a name is rejected here and never sent. */
export const isOwner = (text: string) => /^[a-z0-9][a-z0-9_-]{0,99}$/i.test(text);

export const isRepository = (text: string) => /^[a-z0-9._-]{1,100}$/i.test(text) && !/^\.{1,2}$/.test(text);

/**
 * git forbids control characters, ` ~^:?*[\`, `..`, `@{`, and parts that begin with a dot or end in `.lock`.
 */
export const isBranch = (text: string) =>
  text.length <= 255 &&
  !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\.$/u.test(text) &&
  text.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));

export const isPath = (text: string) =>
  !/\p{Cc}/u.test(text) && text.split('/').every((part) => !/^(\.{0,2}|\.git)$/i.test(part));

/** A full SHA: an abbreviated one, or a branch name, would be ambiguous. */
export const isSha = (text: string) => /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);

/** Only characters that are valid in a header; the client's own error message would contain the token. */
export const isToken = (text: string) => /^[\x21-\x7e]{1,1024}$/.test(text);

/** git writes `name <email>` on one line, and rejects a name that has only punctuation. */
export function cleanPerson(person: { name: string; email: string }): { name: string; email: string } {
  const clean = (text: string) =>
    text
      .replace(/[\p{Cc}<>]+/gu, ' ')
      .trim()
      .slice(0, 200)
      .toWellFormed();
  const [name, email] = [clean(person.name), clean(person.email).replaceAll(' ', '')];
  return {
    name: /[\p{L}\p{N}]/u.test(name) ? name : 'Outstep',
    email: /[\p{L}\p{N}]/u.test(email) ? email : 'outstep@localhost',
  };
}
