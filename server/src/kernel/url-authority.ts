/** The part that the URL parser reads as login, host and port. */
const AUTHORITY = /^\s*https?:\/\/([^/?#\\]*)/i;

export const authorityOf = (url: string) => AUTHORITY.exec(url)?.[1] ?? '';
