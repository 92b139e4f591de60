import { loadavg } from 'node:os';

/** `npm run bench -- <name>` runs `tests/bench/<name>/run.ts`. */
const name = process.argv[2] ?? '';

if (!/^[a-z-]+$/.test(name)) {
  console.error('Usage: npm run bench -- <name>, where tests/bench/<name> exists.');
  process.exit(2);
}

const bench: { run(): Promise<void> } = await import(new URL(`./${name}/run.ts`, import.meta.url).href);
// Caught here, because a benchmark with its own system would treat an uncaught error as a request to stop.
await bench.run().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
const loads = loadavg().map((load) => load.toFixed(1));
console.log(`load average ${loads.join(', ')}`);
