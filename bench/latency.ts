import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends one request and measures the milliseconds from the first byte sent to the last byte read. Any status
 * but 200 fails the run. With `change`, the request is a PATCH.
 */
export function timed(url: string, key: string, change?: object): Promise<{ ms: number; body: string }> {
  const method = change ? 'PATCH' : 'GET';
  return new Promise((resolve, reject) => {
    const started = performance.now();
    request(url, { agent, method, headers: { authorization: `Bearer ${key}` } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const ms = performance.now() - started;
        const body = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) resolve({ ms, body });
        else reject(new Error(`${url} answered ${answer.statusCode}: ${body}`));
      });
    })
      .on('error', reject)
      .end(change && JSON.stringify(change));
  });
}

export function quantile(values: readonly number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
