import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { eventually } from './test-stack.ts';

const run = promisify(execFile);

/** Debian's `nobody`: email is never delivered as root. */
const NOBODY = 65_534;
const INBOX = 'inbox';

/** A real mail server with its own folder. It accepts email for every address and keeps all of it. */
export interface Postfix {
  port: number;
  /** Everything delivered so far, in its delivered form. */
  delivered(): Promise<Buffer[]>;
  /** How many messages it has accepted but not delivered yet. */
  queued(): Promise<number>;
  /** What it has written about its messages. */
  log(): Promise<string>;
  /** The first message delivered to an address, waited for. */
  deliveredTo(address: string): Promise<Buffer>;
  close(): Promise<void>;
}

const settings = (folder: string) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/log
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.customer.example
mydestination =
alias_maps =
alias_database =
inet_protocols = ipv4
inet_interfaces = 127.0.0.1
smtpd_peername_lookup = no
smtputf8_enable = no
message_size_limit = 52428800
smtpd_relay_restrictions = reject_unauth_destination
virtual_mailbox_domains = static:all
virtual_mailbox_maps = static:${INBOX}/
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_limit = 0
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
`;

/** No service uses chroot, so no files have to be copied into its folder. */
const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/** Needs Debian's postfix and the right to start it. */
export async function startPostfix(): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-postfix-'));
  const port = await freePort();
  // Its services run as several users, and `mkdtemp` makes a folder that only we can enter.
  await chmod(folder, 0o755);
  for (const name of ['etc', 'queue', 'data', 'mail']) await mkdir(join(folder, name));
  const postfixId = Number((await run('id', ['-u', 'postfix'])).stdout);
  await chown(join(folder, 'data'), postfixId, -1);
  await chown(join(folder, 'mail'), NOBODY, NOBODY);
  const etc = join(folder, 'etc');
  await writeFile(join(etc, 'main.cf'), settings(folder));
  await writeFile(join(etc, 'master.cf'), services(port));
  const postfix = (verb: string) => run('/usr/sbin/postfix', ['-c', etc, verb]);
  await postfix('start').catch(async (error) => {
    throw new Error(
      `postfix did not start: ${error.stderr} ${await readFile(join(folder, 'log'), 'utf8').catch(() => '')}`,
    );
  });
  await eventually(() => greets(port), Boolean);

  const inbox = join(folder, 'mail', INBOX, 'new');
  const delivered = async () => {
    const messages: Buffer[] = [];
    // Read one after the other, because there may be more emails than files that may be open.
    for (const name of await readdir(inbox).catch(() => [])) messages.push(await readFile(join(inbox, name)));
    return messages;
  };
  const queued = async () => {
    const queues = await Promise.all(
      ['incoming', 'active', 'deferred'].map((name) =>
        readdir(join(folder, 'queue', name), { recursive: true, withFileTypes: true }),
      ),
    );
    return queues.flat().filter((entry) => entry.isFile()).length;
  };
  // The delivery adds this header above everything in the message.
  const isTo = (address: string) => (message: Buffer) =>
    /^Delivered-To: (.*)$/m.exec(message.toString('latin1'))?.[1] === address;
  return {
    port,
    delivered,
    queued,
    log: () => readFile(join(folder, 'log'), 'utf8'),
    async deliveredTo(address) {
      const find = async () => (await delivered()).find(isTo(address)) ?? null;
      return (await eventually(find, (message) => message !== null)) as Buffer;
    },
    async close() {
      // It finds its own process through its pid file, and no other one.
      await postfix('stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const greets = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('220 '));
    });
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
  });
