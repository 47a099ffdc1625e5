import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; boolValue?: boolean };
}

interface RawSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code?: number; message?: string };
}

/** A span as a collector receives it. */
export interface ReceivedSpan extends Omit<RawSpan, 'attributes'> {
  attributes: Record<string, string | number | boolean | undefined>;
}

/** A collector on loopback that receives traces over OTLP/HTTP as JSON. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** Everything that arrived, verbatim, with the headers. */
  received: string[];
  /** The status of its responses. */
  status: number;
  close(): Promise<void>;
}

const plainValue = ({ value }: Attribute) => value.stringValue ?? value.intValue ?? value.boolValue;

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[] };
    receiver.received.push(
      `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${JSON.stringify(body)}`,
    );
    if (receiver.status === 200)
      for (const { scopeSpans } of body.resourceSpans)
        for (const { spans } of scopeSpans)
          for (const span of spans)
            receiver.spans.push({
              ...span,
              attributes: Object.fromEntries(span.attributes.map((each) => [each.key, plainValue(each)])),
            });
    response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    received: [],
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
