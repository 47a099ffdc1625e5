import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ChaosStore } from '../chaos/stores.ts';
import { call } from '../harness/client.ts';

const PAUSE_MS = 250;

interface Acknowledged {
  storeId: string;
  id: string;
  /** The number of the last acknowledged write; later ones may have taken effect too. */
  turn: number;
}

const nameOf = (turn: number) => `Write ${turn}`;

/** One caller per store, which keeps changing its own record and creates another one every few turns. */
export class Writers {
  readonly #acknowledged: Acknowledged[] = [];
  readonly #answers = new Map<number, number>();
  readonly #successes: number[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  #over = false;

  start(origin: string, stores: readonly ChaosStore[]) {
    this.#writing = Promise.all(stores.map((store) => this.#write(origin, store)));
  }

  /** Resolves with the time when a write sent after this moment has been acknowledged. */
  async servedAfter(moment: number): Promise<number> {
    for (;;) {
      const at = this.#successes.find((sentAt) => sentAt > moment);
      if (at !== undefined) return performance.now();
      await sleep(20);
    }
  }

  async stop() {
    this.#over = true;
    await this.#writing;
  }

  /** Acknowledged writes that are missing in the database, and how often each status was returned. */
  async judge(client: pg.Client) {
    const lost: string[] = [];
    for (const { storeId, id, turn } of this.#acknowledged) {
      const { rows } = await client.query('select name from http_requests where store_id = $1 and id = $2', [
        ...[storeId, id],
      ]);
      const found = Number(String(rows[0]?.name ?? '').split(' ')[1] ?? -1);
      if (!(found >= turn)) lost.push(`${nameOf(turn)} of ${id}: ${rows[0]?.name ?? 'not there'}`);
    }
    return { acknowledged: this.#successes.length, lost, answers: Object.fromEntries(this.#answers) };
  }

  async #write(origin: string, { id: storeId, key }: ChaosStore) {
    let own: Acknowledged | null = null;
    for (let turn = 1; !this.#over; turn++) {
      const isNew: boolean = own === null || turn % 10 === 0;
      const path: string = isNew ? '/api/v1/http-requests' : `/api/v1/http-requests/${own?.id}`;
      const fields: object = { name: nameOf(turn), ...(isNew && { url: 'https://example.com' }) };
      const sentAt = performance.now();
      const answer: Awaited<ReturnType<typeof call>> | null = await call(
        origin,
        key,
        isNew ? 'POST' : 'PATCH',
        path,
        fields,
      ).catch(() => null);
      const status = answer?.status ?? 0;
      this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
      if (answer && (status === 200 || status === 201)) {
        this.#successes.push(sentAt);
        if (own === null || isNew) {
          own = { storeId, id: answer.body.id, turn };
          this.#acknowledged.push(own);
        } else own.turn = turn;
      }
      await sleep(PAUSE_MS);
    }
  }
}
