import { queryObjects } from 'node:v8';

/** Longer than a busy machine holds up what ends by itself. */
const patienceMs = 60_000;

/** The timers that keep the process running, as `inspect` shows them, with the names of their functions. */
function describeTimers(example: NodeJS.Timeout): string[] {
  const timers = queryObjects(example.constructor, { format: 'summary' });
  return timers.filter((timer) => timer.includes('[Symbol(refed)]: true') && timer.includes('_destroyed: false'));
}

/**
 * A run whose tests left a socket, timer or child process open would never end. This ends it as a failure that names
 * what is open; a run that left nothing behind is over before the timer fires.
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
