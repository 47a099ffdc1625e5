import type { Env, OutstepProcess } from './process.ts';

/** Makes a process's heap inspectable, on a port of its own. */
export const inspectable: Env = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const LISTENING = /Debugger listening on (ws:\S+)/;

const COLLECTED = `process.memoryUsage().heapUsed + process.memoryUsage().external`;

/** Megabytes that an inspectable process holds after garbage collection; resident memory varies more. */
export async function heldMegabytes({ output }: OutstepProcess): Promise<number> {
  const address = output.map((line) => LISTENING.exec(line)?.[1]).find((found) => found !== undefined);
  if (address === undefined) throw new Error('the process is not inspectable');
  const socket = new WebSocket(address);
  const calls = [
    { id: 1, method: 'HeapProfiler.collectGarbage' },
    { id: 2, method: 'Runtime.evaluate', params: { expression: COLLECTED } },
  ];
  try {
    return await new Promise<number>((resolve, reject) => {
      socket.onerror = () => reject(new Error('the inspector does not answer'));
      socket.onopen = () => socket.send(JSON.stringify(calls[0]));
      socket.onmessage = ({ data }) => {
        const { id, result } = JSON.parse(String(data));
        if (id === 1) socket.send(JSON.stringify(calls[1]));
        if (id === 2) resolve(result.result.value / 1024 / 1024);
      };
    });
  } finally {
    socket.close();
  }
}
