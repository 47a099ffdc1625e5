import type { DrawJob, DrawResult, WorkerResponse } from './mail-worker.ts';

/** Ten times as long as an email with two hundred blocks needs. */
const LIMIT_MS = 2000;
/** A busy device gets a second try; if that succeeds, the reported error of the first is cleared. */
const SECOND_LIMIT_MS = 15_000;
/** Time to load the compiler. */
const START_MS = 30_000;
/** A tab that crashed while rendering an email reloads without rendering it again. */
const NOTE = 'outstep.drawing';
const forget = () => sessionStorage.removeItem(NOTE);
/** Moving on to another email within this time does not load the compiler again. */
const IDLE_WORKER_MS = 60_000;

/** The idle worker of a closed drawer, kept for the next drawer of the page. */
let idleWorker: { worker: Worker; timer: ReturnType<typeof setTimeout> } | null = null;

function takeIdleWorker(): Worker | null {
  if (!idleWorker) return null;
  const { worker, timer } = idleWorker;
  clearTimeout(timer);
  idleWorker = null;
  return worker;
}

function keepIdleWorker(worker: Worker) {
  takeIdleWorker()?.terminate();
  worker.onmessage = worker.onerror = null;
  idleWorker = { worker, timer: setTimeout(() => takeIdleWorker()?.terminate(), IDLE_WORKER_MS) };
}

interface QueuedDraw<Tag> {
  job: DrawJob;
  /** Identifies the email; background draws have none. */
  tag: Tag | null;
  isSecond: boolean;
  /** Called with the result of a background draw. */
  onEnd?(drawn: DrawResult | null): void;
}

interface DrawerEvents<Tag> {
  onDrawn(drawn: DrawResult & { isOther: boolean }, tag: Tag): void;
  /** The email took too long; the worker was ended and another one started. */
  onTooLong(tag: Tag): void;
  /** This browser cannot run it. */
  onUnavailable(): void;
}

/** Draws emails in a worker, one at a time; of the waiting ones, only the newest. */
export class MailDrawer<Tag> {
  readonly #events: DrawerEvents<Tag>;
  #worker: Worker | null = null;
  #isReady = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #next: QueuedDraw<Tag> | null = null;
  #aside: QueuedDraw<Tag>[] = [];
  #running: (QueuedDraw<Tag> & { id: number }) | null = null;
  #count = 0;
  /** A listener per instance: another drawer on the page keeps its own when this one is closed. */
  readonly #onLeave = () => forget();

  /** `isBeside`: the page has another drawer, whose note this one may find. */
  constructor(events: DrawerEvents<Tag>, isBeside = false) {
    this.#events = events;
    // Leaving the page while an email is drawn is not a crash.
    addEventListener('pagehide', this.#onLeave);
    if (isBeside || sessionStorage.getItem(NOTE) === null) this.#start();
    else {
      forget();
      queueMicrotask(() => events.onUnavailable());
    }
  }

  draw(job: DrawJob, tag: Tag) {
    this.#next = { job, tag, isSecond: false };
    // A draw that timed out is retried once, unless the email has changed since.
    if (this.#running?.isSecond) {
      this.#end();
      this.#start();
    }
    this.#pump();
  }

  /**
   * Draws something else while the email leaves time for it; `null` if it takes too long or this browser
   * cannot draw.
   */
  drawAside(job: DrawJob): Promise<DrawResult | null> {
    return new Promise((onEnd) => {
      if (!this.#worker) return onEnd(null);
      this.#aside.push({ job, onEnd, tag: null, isSecond: false });
      this.#pump();
    });
  }

  close() {
    removeEventListener('pagehide', this.#onLeave);
    if (this.#worker && this.#isReady && !this.#running) {
      keepIdleWorker(this.#worker);
      this.#worker = null;
    }
    this.#giveUp();
    this.#next = null;
  }

  /** Stops drawing and answers everything that waits with `null`. */
  #giveUp() {
    const left = this.#running ? [this.#running, ...this.#aside] : this.#aside;
    this.#aside = [];
    this.#end();
    for (const { onEnd } of left) onEnd?.(null);
  }

  #start() {
    const ready = takeIdleWorker();
    this.#isReady = ready !== null;
    const worker = ready ?? new Worker(new URL('./mail-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => this.#hear(data);
    worker.onerror = () => this.#fail();
    this.#worker = worker;
    if (!ready) this.#timer = setTimeout(() => this.#fail(), START_MS);
  }

  #end() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
    forget();
  }

  #fail() {
    this.#giveUp();
    this.#events.onUnavailable();
  }

  #pump() {
    if (!this.#isReady || this.#running || !this.#worker) return;
    const wanted = this.#next ?? this.#aside.shift();
    if (!wanted) return;
    const id = ++this.#count;
    this.#running = { ...wanted, id };
    if (wanted === this.#next) this.#next = null;
    sessionStorage.setItem(NOTE, '1');
    const limit = this.#running.isSecond ? SECOND_LIMIT_MS : LIMIT_MS;
    this.#timer = setTimeout(() => this.#restart(), limit);
    this.#worker.postMessage({ id, job: this.#running.job });
  }

  #restart() {
    const { job, tag, isSecond, onEnd } = this.#running as QueuedDraw<Tag>;
    this.#end();
    this.#start();
    onEnd?.(null);
    if (tag === null) return this.#pump();
    if (!isSecond) this.#next ??= { job, tag, isSecond: true };
    this.#events.onTooLong(tag);
    this.#pump();
  }

  #hear(answer: WorkerResponse) {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if ('isReady' in answer) this.#isReady = true;
    else if (answer.id === this.#running?.id) {
      const { tag, onEnd } = this.#running;
      this.#running = null;
      forget();
      onEnd?.(answer);
      if (tag !== null) this.#events.onDrawn(answer, tag);
    }
    this.#pump();
  }
}
