import { setPriority } from 'node:os';
import { startTarget } from '../harness/target.ts';
import { type Account, attacksOf, echoedBody } from './attacks.ts';

/**
 * The attackers, in a separate process: they stand for other machines, so they must neither block the event
 * loop on which the victim's calls are timed, nor take CPU time from the product while it is busy.
 */
setPriority(19);

const echo = await startTarget();
const alike = echoedBody();
echo.answer = (response) => response.end(alike);

const answered: Record<string, number> = {};
let isOver = false;

async function attack(accounts: Account[]) {
  const all = await Promise.all(accounts.map(attacksOf));
  process.send?.('begun');
  await Promise.all(
    all.flatMap((attacks) =>
      Object.entries(attacks).map(async ([name, once]) => {
        while (!isOver) {
          await once();
          answered[name] = (answered[name] ?? 0) + 1;
        }
      }),
    ),
  );
  process.send?.(answered);
}

process.on('message', (message) => {
  if (message === 'stop') isOver = true;
  else void attack(message as Account[]);
});
process.send?.(`${echo.origin}/`);
