import { readFileSync } from 'node:fs';

/** Where a build comes from; `npm run package` writes this next to package.json. */
export interface BuildFile {
  commit: string | null;
  /** Whether it was made from a clean checkout of the version's tag. */
  isRelease: boolean;
}

export interface Build {
  /** `0.3.0` for a release; otherwise `0.3.0-dev`, or `0.3.0-dev+1a2b3c4` if the commit is known. */
  version: string;
  commit: string | null;
}

const SHORT = 7;

export function buildOf(version: string, { commit, isRelease }: BuildFile): Build {
  const from = commit === null ? '' : `+${commit.slice(0, SHORT)}`;
  return { version: isRelease ? version : `${version}-dev${from}`, commit };
}

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** When running from source, there is no such file. */
function readBuildFile(): BuildFile {
  try {
    return JSON.parse(read('build.json'));
  } catch {
    return { commit: null, isRelease: false };
  }
}

export const build: Build = buildOf(JSON.parse(read('package.json')).version, readBuildFile());
