import { routes } from './description.ts';
import type { StoredRepository } from './repositories.ts';

/** A call to a repository that the caller may see. */
export interface RepositoryCall {
  repository: StoredRepository;
  params: Record<string, string>;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: validated against GitHub's description first
  body: any;
  /** The URL of the API, for links in responses. */
  apiUrl: string;
}

/** The values that matter; `completed` adds the rest. */
export interface RouteResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export type RepositoryRoute = (call: RepositoryCall) => Promise<RouteResponse>;

/** These may contain slashes, encoded or not. */
const LONG = /\{(path|ref|basehead)\}/g;

const patterns = routes.map((route) => {
  const [method = '', path = ''] = route.split(' ');
  const pattern = path.replace(LONG, '(?<$1>.+)').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { route, method, pattern: new RegExp(`^${pattern}$`) };
});

/** The operation of GitHub's API description that a request matches, with its path parameters. */
export function matchRoute(
  method: string,
  pathname: string,
): { route: string; params: Record<string, string> } | null {
  for (const { route, method: wanted, pattern } of patterns) {
    const groups = method === wanted ? pattern.exec(pathname)?.groups : undefined;
    if (!groups) continue;
    const params = Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]);
    return { route, params: Object.fromEntries(params) };
  }
  return null;
}
