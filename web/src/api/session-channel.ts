/** The id of the person now signed in to this browser; `null` after signing out. */
export type SessionNews = { person: string | null };

const NAME = 'outstep.session';

/** Notifies the other tabs. */
export function broadcastSessionNews(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Listens to other tabs. Returns a function that stops listening. */
export function onSessionNews(hear: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => hear(data);
  return () => channel.close();
}
