import { randomBytes } from 'node:crypto';
import type { Needle } from './needles.ts';

const identity = (random: string) => random;

/** What must not turn up anywhere, and everything that was ever answered. */
export function newSearch() {
  const needles: Needle[] = [];
  const answers: string[] = [];
  let caller = { origin: '', key: '' };

  /** A credential that is unique; `what` names it if it is found. */
  function canary(what: string, shape = identity): string {
    // With a digit: beside a reference to a secret, a single word may be its name.
    const core = `${randomBytes(14).toString('base64url').replace(/[-_]/g, 'x')}7`;
    needles.push({ what, text: core });
    return shape(core);
  }

  /** What a person has, of signs that a name or a number is made of. */
  function personal(what: string, signs: string, shape = identity): string {
    const core = Array.from(randomBytes(14), (byte) => signs[byte % signs.length]).join('');
    needles.push({ what, text: core });
    return shape(core);
  }

  /** As `call`, and everything that came back is kept. */
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
    /** Who calls from now on. */
    signIn(origin: string, key: string) {
      caller = { origin, key };
      needles.push({ what: 'the API key', text: key.slice(8) });
    },
  };
}
