import { randomBytes } from 'node:crypto';
import type { Needle } from './needles.ts';

const identity = (random: string) => random;

/** Texts that must not appear anywhere, and all responses that were received. */
export function newSearch() {
  const needles: Needle[] = [];
  const answers: string[] = [];
  let caller = { origin: '', key: '' };

  /** A unique credential; `what` describes it if it is found. */
  function canary(what: string, shape = identity): string {
    // With a digit, because next to a reference to a secret, a single word may be its name.
    const core = `${randomBytes(14).toString('base64url').replace(/[-_]/g, 'x')}7`;
    needles.push({ what, text: core });
    return shape(core);
  }

  /** Personal data made of the given characters, such as those of a name or a number. */
  function personal(what: string, signs: string, shape = identity): string {
    const core = Array.from(randomBytes(14), (byte) => signs[byte % signs.length]).join('');
    needles.push({ what, text: core });
    return shape(core);
  }

  /** Like `call`, but records every response. */
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(caller.origin + path, {
      method,
      headers: { authorization: `Bearer ${caller.key}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    answers.push(`${method} → ${answer.status} ${JSON.stringify([...answer.headers])} ${text}`);
    return { status: answer.status, body: text ? JSON.parse(text) : null };
  }

  const tool = (name: string, args: unknown) =>
    send(
      'POST',
      '/api/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      { 'content-type': 'application/json' },
    );

  return {
    needles,
    answers,
    canary,
    personal,
    send,
    tool,
    /** Sets the caller from now on. */
    signIn(origin: string, key: string) {
      caller = { origin, key };
      needles.push({ what: 'the API key', text: key.slice(8) });
    },
  };
}
