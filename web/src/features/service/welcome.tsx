import { useEffect, useState } from 'react';

type Health = { state: 'asking' } | { state: 'up'; release: string } | { state: 'down' };

function useHealth(): Health {
  const [health, setHealth] = useState<Health>({ state: 'asking' });
  useEffect(() => {
    const abort = new AbortController();
    fetch('/api/v1', { signal: abort.signal })
      .then((response) => response.json())
      .then(({ release }: { release: string }) => setHealth({ state: 'up', release }))
      .catch(() => abort.signal.aborted || setHealth({ state: 'down' }));
    return () => abort.abort();
  }, []);
  return health;
}

const said: Record<Health['state'], string> = {
  asking: 'Asking the API…',
  up: 'The API is up',
  down: 'The API does not answer',
};

/** What stands here until the app does: whether the API is up, and where to go. */
export function Welcome() {
  const health = useHealth();
  return (
    <main>
      <h1>Outstep</h1>
      <p>The outbound half of your store’s workflows.</p>
      <p className={`health ${health.state}`} role="status">
        {said[health.state]}
        {health.state === 'up' && <span> · release {health.release}</span>}
      </p>
      <nav>
        <a href="/docs">API reference</a>
        <a href="/openapi.json">OpenAPI document</a>
        <a href="/llms.txt">For assistants</a>
      </nav>
    </main>
  );
}
