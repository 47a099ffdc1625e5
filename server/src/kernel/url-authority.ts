/** What the URL parser takes for login, host and port. */
const AUTHORITY = /^\s*https?:\/\/([^/?#\\]*)/i;

export const authorityOf = (url: string) => AUTHORITY.exec(url)?.[1] ?? '';
