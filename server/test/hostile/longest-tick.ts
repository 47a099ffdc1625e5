/*
 * Loaded into a process of the product: on SIGUSR2 it says the longest time of CPU that its thread went without coming
 * back to the loop, and begins anew. Thread CPU, since a busy machine makes every turn long.
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
