import { createServer, type Socket } from 'node:net';

const ANSWERS: Record<string, string> = {
  EHLO: '250 sink.example\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 bye\r\n',
};
const END = '\r\n.\r\n';

/** Accepts every email: the smallest mail server that a client can talk to. */
export interface MailSink {
  port: number;
  taken: number;
  /** The last email, as received. */
  last: string;
  close(): void;
}

function serve(socket: Socket, onMail: (mail: string) => void) {
  let text = '';
  let inMail = false;
  const takeMail = (): boolean => {
    const end = text.indexOf(END);
    if (end < 0) return false;
    onMail(text.slice(0, end));
    text = text.slice(end + END.length);
    inMail = false;
    socket.write('250 taken\r\n');
    return true;
  };
  const takeLine = (): boolean => {
    const end = text.indexOf('\r\n');
    if (end < 0) return false;
    const verb = text.slice(0, 4).toUpperCase();
    text = text.slice(end + 2);
    inMail = verb === 'DATA';
    socket.write(ANSWERS[verb] ?? '250 fine\r\n');
    if (verb === 'QUIT') socket.end();
    return true;
  };
  socket.setNoDelay(true).setEncoding('latin1').write('220 sink.example\r\n');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    text += chunk;
    while (inMail ? takeMail() : takeLine());
  });
}

export async function startMailSink(): Promise<MailSink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, (mail) => {
      sink.taken++;
      sink.last = mail;
    });
  });
  const sink: MailSink = {
    port: 0,
    taken: 0,
    last: '',
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.port = (server.address() as { port: number }).port;
  return sink;
}
