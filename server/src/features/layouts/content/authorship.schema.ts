/** Where a version came from. */
export const versionSources = ['api', 'app', 'mcp', 'restore', 'promote', 'repository'] as const;
export type VersionSource = (typeof versionSources)[number];

export const authorTypes = ['key', 'user'] as const;

export interface Author {
  type: (typeof authorTypes)[number];
  name: string;
}
