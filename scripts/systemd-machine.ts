import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * A separate machine as far as processes and files go: systemd is its first process, the root is a copy of
 * ours that discards writes, and it has only the given units. It shares our network, and with it PostgreSQL
 * and Redis.
 */
const BOOT = `
set -eu
units=$1 prefix=$2 node=$3 settings=$4 room=$5
mount --make-rprivate /
mount -t tmpfs tmpfs "$room"
mkdir "$room/upper" "$room/work" "$room/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$room/upper,workdir=$room/work" "$room/root"
root=$room/root
mkdir -p "$root/opt/outstep" "$root/etc/outstep" "$root/before"
mount --bind "$prefix" "$root/opt/outstep"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
for place in run tmp usr/lib/systemd/system etc/systemd/system; do mount -t tmpfs tmpfs "$root/$place"; done
chmod 1777 "$root/tmp"
install -m 600 "$settings" "$root/etc/outstep/.env"
install -m 755 "$node" "$root/usr/local/bin/node"
cp -r "$units/." "$root/etc/systemd/system/"
# Where there is no journal.
printf '[Service]\\nStandardOutput=append:/var/log/outstep.log\\nStandardError=append:/var/log/outstep.log\\n' \\
  > "$root/etc/systemd/system/outstep-.service.d/log.conf"
for target in default sysinit basic shutdown network-online; do
  printf '[Unit]\\nDefaultDependencies=no\\n' > "$root/etc/systemd/system/$target.target"
done
cd "$root"
pivot_root . before
umount -l /before
systemd-sysusers /etc/systemd/system/outstep.sysusers
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --log-target=console
`;

export interface InstalledUnits {
  /** The folder with the units. */
  units: string;
  /** The content of /opt/outstep. */
  prefix: string;
  /** The content of /etc/outstep/.env. */
  settings: string;
  /** An empty folder. */
  room: string;
}

export class SystemdMachine {
  readonly #outer: ChildProcess;

  private constructor(outer: ChildProcess) {
    this.#outer = outer;
  }

  static start({ units, prefix, settings, room }: InstalledUnits): SystemdMachine {
    const ours = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--cgroup'];
    const args = ['sh', '-c', BOOT, 'boot', units, prefix, process.execPath, settings, room];
    const outer = spawn('unshare', [...ours, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
    return new SystemdMachine(outer);
  }

  /** Runs a program there as root and returns its output. */
  async run(program: string, ...args: string[]): Promise<string> {
    const first = readFileSync(`/proc/${this.#outer.pid}/task/${this.#outer.pid}/children`, 'utf8').trim();
    const { stdout } = await promisify(execFile)('nsenter', [
      ...['--target', first, '--mount', '--pid', '--root', '--wd=/', program, ...args],
    ]);
    return stdout;
  }

  get isRunning() {
    return this.#outer.exitCode === null && this.#outer.signalCode === null;
  }

  /** Leaves no process behind: all others end with the first one. */
  async close() {
    if (!this.isRunning) return;
    const gone = once(this.#outer, 'exit');
    this.#outer.kill('SIGKILL');
    await gone;
  }
}
