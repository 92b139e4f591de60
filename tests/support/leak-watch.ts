import { queryObjects } from 'node:v8';

/** Longer than a busy machine can delay a normal exit. */
const patienceMs = 60_000;

/** Returns the timers that keep the process running, as `inspect` shows them, with their function names. */
function describeTimers(example: NodeJS.Timeout): string[] {
  const timers = queryObjects(example.constructor, { format: 'summary' });
  return timers.filter((timer) => timer.includes('[Symbol(refed)]: true') && timer.includes('_destroyed: false'));
}

/**
 * Ends a run whose tests left a socket, timer or child process open, because the run would otherwise never end. Marks
 * the run as failed and lists the open handles. A clean run ends before the timer fires.
 */
export function mochaGlobalTeardown(): void {
  const timer = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${[`Left open after the last test: ${open}`, ...describeTimers(timer)].join('\n')}\n`);
    process.once('exit', () => {
      process.exitCode = 1;
    });
    process.exit();
  }, patienceMs);
  timer.unref();
}
