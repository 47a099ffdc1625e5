import { execFileSync } from 'node:child_process';

/**
 * Commit messages follow Conventional Commits with an imperative subject, and give a reason if the change
 * affects people. CONTRIBUTING.md has examples. In a pull request its own commits are checked; otherwise
 * those after the given base, by default `main`.
 */
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const MAX_SUBJECT = 72;

/** `Co-authored-by: …` and the like, which give no reason. */
const TRAILER = /^[A-Z][A-Za-z]*(?:-[A-Za-z]+)+: \S/;

/** Types whose diff does not explain the reason for the change. */
const NEEDS_BODY = new Set(['feat', 'fix', 'perf', 'refactor']);

/** Words that begin a clause or a noun phrase, never an instruction. */
const NOT_A_VERB = new Set(
  (
    'a an the this that these those what which who whom whose how why when where whether if because ' +
    'one no not nobody nothing none some any all each every both many more most ' +
    'i you he she it we they my your its our their there here ' +
    'in on at by for from of to with without after before as and or but'
  ).split(' '),
);

/** Verbs that look like another form of a verb because of their ending. */
const IMPERATIVE = new Set(
  'alias bring embed exceed feed focus need ping proceed ring seed shed speed spring string succeed'.split(
    ' ',
  ),
);

function isImperative(word: string): boolean {
  if (IMPERATIVE.has(word)) return true;
  return !NOT_A_VERB.has(word) && !/(?:ed|ing|[^s]s)$/.test(word);
}

/** Problems with a commit message; empty for a good one. */
export function problemsOf(message: string): string[] {
  const [subject = '', separator, ...body] = message.trimEnd().split('\n');
  // Git writes these itself, with the subject of the other commit.
  if (/^(?:Revert|Reapply) "/.test(subject)) return [];
  if (/^(?:fixup|squash|amend)! /.test(subject))
    return ['fold it into its commit first: git rebase --interactive --autosquash'];
  const problems: string[] = [];
  if (subject.length > MAX_SUBJECT)
    problems.push(`the subject has ${subject.length} characters; at most ${MAX_SUBJECT}`);
  if (separator !== undefined && separator !== '') problems.push('a blank line must follow the subject');

  const [, type = '', description = ''] = /^([a-z]+)(?:\([a-z0-9-]+\))?!?: (\S.*)$/.exec(subject) ?? [];
  if (!TYPES.includes(type))
    return [`write "type(scope): subject" with one of the types ${TYPES.join(', ')}`, ...problems];
  const [first = ''] = description.split(/[\s,:]/);
  if (!isImperative(first.toLowerCase()))
    problems.push(`start with an imperative verb such as "add" or "fix", not "${first}"`);
  if (/^[A-Z][a-z]/.test(first)) problems.push(`start in lower case, not "${first}"`);
  if (description.endsWith('.')) problems.push('end the subject without a full stop');
  if (NEEDS_BODY.has(type) && body.every((line) => line.trim() === '' || TRAILER.test(line)))
    problems.push(`say in the body why; a ${type} needs one`);
  return problems;
}

function messagesSince(base: string): [commit: string, message: string][] {
  const log = execFileSync('git', ['log', '--no-merges', '--format=%h%n%B%x00', `${base}..HEAD`, '--'], {
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return log
    .split('\0')
    .map((entry) => entry.trimStart())
    .filter((entry) => entry !== '')
    .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry.slice(entry.indexOf('\n') + 1)]);
}

if (import.meta.main) {
  const target = process.env['GITHUB_BASE_REF'];
  const messages = messagesSince(target ? `origin/${target}` : (process.argv[2] ?? 'main'));
  const wrong = messages.flatMap(([commit, message]) =>
    problemsOf(message).map((problem) => `${commit} ${message.split('\n')[0]}\n  ${problem}`),
  );
  for (const line of wrong) console.error(line);
  console.log(`${messages.length} commit messages, ${wrong.length} problems`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
