import type { ServerResponse } from 'node:http';
import type { ReceivedRequest } from '../harness/target.ts';

/** A text in every encoding in which a target may plausibly return it. */
function encoded(text: string): string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(text),
    JSON.stringify(text),
  ];
}

const partsOf = ({ url, headers, body }: ReceivedRequest) => [
  url,
  decodeURIComponent(url),
  body,
  ...Object.values(headers).map(String),
];

/** Everything that a target received, in every encoding: each part alone, and all of them as one text. */
function echoes(request: ReceivedRequest): string[] {
  const parts = partsOf(request);
  return [...parts, parts.join(' ')].flatMap(encoded);
}

/** Delays a response until the test releases it. */
export interface HeldAnswer {
  arrived: Promise<void>;
  release(): void;
}

/** A target that echoes whatever it receives, in the way that the path requests. */
export function echoServer(): {
  answer: (response: ServerResponse, request: ReceivedRequest) => void;
  held: HeldAnswer;
} {
  let [arrive, release] = [() => {}, () => {}];
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });

  function answer(response: ServerResponse, request: ReceivedRequest) {
    const said = echoes(request);
    const asText = said.join('\n');
    const manner = /^\/([a-z]+)/.exec(request.url)?.[1];
    response.setHeader('x-echo', encoded(String(request.headers.authorization)));
    switch (manner) {
      case 'text':
        return void response.end(asText);
      case 'json':
        return void response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            echo: said,
            deep: { text: asText },
            members: Object.fromEntries(said.map((text) => [text, 1])),
          }),
        );
      case 'broken':
        return void response.writeHead(500).end(asText);
      case 'busy':
        return void response.writeHead(503).end(asText);
      case 'moved':
        return void response
          .writeHead(302, { location: `/elsewhere?echo=${encodeURIComponent(partsOf(request).join(' '))}` })
          .end();
      case 'cut':
        response.writeHead(200, { 'content-length': '1000000' });
        return void response.write(asText, () => response.destroy());
      case 'held':
        arrive();
        return void released.then(() => response.end(asText));
      default:
        // Never answers.
        return undefined;
    }
  }
  return { answer, held: { arrived, release } };
}
