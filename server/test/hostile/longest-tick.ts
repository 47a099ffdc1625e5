/*
 * Loaded into a process of the product: on SIGUSR2 it prints the most CPU time that its thread spent in one
 * turn of the event loop, and starts over. Thread CPU time, because a busy machine makes every turn long.
 */
const EVERY_MS = 1;

let before = process.threadCpuUsage();
let longestMs = 0;

function measureTurn() {
  const now = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (now.user - before.user + now.system - before.system) / 1000);
  before = now;
}
setInterval(measureTurn, EVERY_MS).unref();

process.on('SIGUSR2', () => {
  measureTurn();
  console.log(JSON.stringify({ longestTurnMs: longestMs }));
  longestMs = 0;
});
