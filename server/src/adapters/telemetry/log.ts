import { type Logger, pino } from 'pino';

/**
 * Structured lines on standard output. Of a request only method and path are logged:
 * no header, no query, no body, so no key or secret can end up here.
 */
export function createLog(level: string): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 500 });
  return pino({ level, base: { pid: process.pid } }, destination);
}

export type { Logger };
