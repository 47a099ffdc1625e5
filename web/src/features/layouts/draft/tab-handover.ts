const NAME = 'outstep.draft-handover';
const LONGEST_MS = 3_000;

interface HandoverMessage {
  layout: string;
  tab: string;
  what: 'ask' | 'given' | 'kept';
}

const tab = Math.random().toString(36).slice(2);

/** Asks the other tabs for their work on a layout. `false` if one keeps it, because it could not be sent. */
export function requestHandover(layout: string): Promise<boolean> {
  const channel = new BroadcastChannel(NAME);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), LONGEST_MS);
  channel.onmessage = ({ data }: MessageEvent<HandoverMessage>) => {
    if (data.what !== 'ask' && data.layout === layout && data.tab === tab) resolve(data.what === 'given');
  };
  channel.postMessage({ layout, tab, what: 'ask' } satisfies HandoverMessage);
  return promise.finally(() => {
    clearTimeout(timer);
    channel.close();
  });
}

/**
 * Hands over the work on a layout when another tab asks. `give` returns whether it did, or `null` if there is
 * none. Returns the function that stops it.
 */
export function answerHandovers(layout: string, give: () => Promise<boolean | null>): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = async ({ data }: MessageEvent<HandoverMessage>) => {
    if (data.what !== 'ask' || data.layout !== layout || data.tab === tab) return;
    const isGiven = await give();
    if (isGiven !== null)
      channel.postMessage({ ...data, what: isGiven ? 'given' : 'kept' } satisfies HandoverMessage);
  };
  return () => channel.close();
}
