import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startGitHub } from '../harness/github/github.ts';
import { appEnv } from '../harness/shared.ts';
import { newTestStack, startTestStack } from '../harness/test-stack.ts';
import { Authority } from '../outbound/certificates.ts';
import { captureStack } from '../sending/capture-stack.ts';
import { newMailStack } from '../sending/mail-stack.ts';
import { LeakDetector, newValue } from './forms.ts';

interface Host {
  /** As patterns of secrets write it. */
  host: string;
  origin: string;
  /** Everything that arrived, as text. */
  received: string[];
}

/** A store whose secrets belong to one host, and a host and a mail server of someone who wants them. */
export type TwoHosts = Awaited<ReturnType<typeof startTwoHosts>>;

export async function startTwoHosts() {
  const authority = new Authority();
  const certificate = authority.sign('DNS:localhost');
  const start = async (answer: (request: IncomingMessage) => object | null) => {
    const received: string[] = [];
    const server = createServer(certificate, async (request, response) => {
      const { method, url, headers } = request;
      received.push(`${method} ${url}\n${JSON.stringify(headers)}\n${await text(request)}`);
      const redirect = answer(request);
      if (redirect) response.writeHead(307, { ...redirect });
      response.end('ok');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `localhost:${(server.address() as AddressInfo).port}`;
    return { host, origin: `https://${host}`, received, server };
  };
  const evil = await start(() => null);
  // It echoes the request, as a careless server would.
  const home = await start(({ url = '' }) =>
    url.startsWith('/moved') ? { location: `${evil.origin}${url}` } : null,
  );
  const github = await startGitHub();
  const works = await startTestStack({
    ...appEnv,
    NODE_EXTRA_CA_CERTS: authority.file,
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8,localhost',
    OUTSTEP_RETRY_SECONDS: '0',
    GITHUB_API_URL: github.url,
    OUTSTEP_SWEEP_SECONDS: '1',
  });
  const mail = await newMailStack(works);
  const { app } = await captureStack(mail);
  const detector = new LeakDetector();

  return {
    ...{ mail, app, github, evil: evil as Host, home: home as Host, detector },
    newStore: async () => newMailStack(await newTestStack(works)),
    newValue(name: string) {
      const value = newValue();
      detector.add(name, value);
      return value;
    },
    /** Only that host may receive it, and no email. */
    async newSecret(name: string, { operate } = mail) {
      const value = newValue();
      detector.add(name, value);
      await operate('set_secret', { name, value, host: [home.host], email: 'no' });
      return { name, value };
    },
    /** Names of the secrets that someone else has received since the last call. */
    stolen({ smtp } = mail) {
      const mails = smtp.messages.splice(0).map(({ raw }) => raw.toString());
      return new Set(detector.in([...evil.received.splice(0), ...mails].join('\n')));
    },
    async close() {
      await mail.close();
      await github.close();
      for (const { server } of [home, evil]) {
        server.closeAllConnections();
        server.close();
      }
      authority.close();
    },
  };
}
