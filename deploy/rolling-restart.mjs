// Replaces the containers of the Compose file one at a time, so that no request fails. A new container starts beside
// the old ones. An old container stops once the new one is healthy and the other programs know its address.
// deploy/README.md explains when to use this script.

import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

// Webhook is first, because it delivers only events that it knows. The gateway is last, because it routes by its own
// contracts.
const programs = ['webhook', 'auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'gateway'];

const usage = `Usage: rolling-restart.mjs [--migrate] [--settle <seconds>] [--timeout <seconds>] [program…]
  Replaces each container of the programs (by default of all) by a new one of the current image and settings.
  --migrate   first runs the migration of each service
  --settle    seconds until others know a new container; they look names up every 2 seconds (default 5)
  --timeout   seconds in which a new container must become healthy (default 180)`;

/** Error that describes a failure for the operator. */
class Failure extends Error {}

/**
 * Runs docker and returns its output.
 * @param {readonly string[]} args
 */
function docker(...args) {
  const { status, stdout, stderr, error } = spawnSync('docker', args, { encoding: 'utf8' });
  if (error) throw new Failure(`docker can't be started: ${error.message}`);
  if (status !== 0) throw new Failure(`docker ${args.join(' ')} failed:\n${stderr.trim()}`);
  return stdout.trim();
}

/** @param {string} program */
function listContainers(program) {
  return docker('compose', 'ps', '--quiet', program)
    .split('\n')
    .filter((id) => id !== '');
}

/**
 * Throws if a chosen program publishes a port. Two containers can't publish the same port of the machine.
 * @param {readonly string[]} chosen
 */
function assertNoPorts(chosen) {
  const { services } = JSON.parse(docker('compose', 'config', '--format', 'json'));
  for (const program of chosen) {
    if ((services[program]?.ports ?? []).length === 0) continue;
    throw new Failure(
      `${program} publishes a port, so two of it can't run. Use deploy/compose.tls.yml, or leave ${program} out.`,
    );
  }
}

/**
 * @param {string} id
 * @param {number} seconds
 */
async function becomesHealthy(id, seconds) {
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    const state = docker('inspect', '--format', '{{.State.Status}} {{.State.Health.Status}}', id);
    if (state === 'running healthy') return true;
    if (state.startsWith('exited') || state.startsWith('dead')) return false;
    await sleep(500);
  }
  return false;
}

/** @param {string} id */
function remove(id) {
  // Waits until the program has stopped by itself, for as long as stop_grace_period allows.
  docker('stop', id);
  docker('rm', id);
}

/**
 * @param {string} program
 * @param {{ settleSeconds: number, timeoutSeconds: number }} limits
 */
async function replaceContainers(program, { settleSeconds, timeoutSeconds }) {
  const former = listContainers(program);
  if (former.length === 0) throw new Failure(`No container of ${program} runs.`);
  for (const [place, old] of former.entries()) {
    const before = listContainers(program);
    const scale = `${program}=${before.length + 1}`;
    docker('compose', 'up', '--detach', '--no-deps', '--no-recreate', '--scale', scale, program);
    const [added] = listContainers(program).filter((id) => !before.includes(id));
    if (added === undefined) throw new Failure(`Compose started no further container of ${program}.`);
    if (!(await becomesHealthy(added, timeoutSeconds))) {
      const logs = docker('logs', '--tail', '20', added);
      remove(added);
      throw new Failure(`The new container of ${program} did not become healthy, so the old one stays.\n${logs}`);
    }
    await sleep(settleSeconds * 1_000);
    remove(old);
    console.log(`${program}: ${place + 1} of ${former.length} replaced`);
  }
}

/** @param {string | undefined} text @param {number} fallback */
function toSeconds(text, fallback) {
  const seconds = text === undefined ? fallback : Number(text);
  if (!Number.isFinite(seconds) || seconds < 0) throw new Failure(`Not a number of seconds: ${text}\n${usage}`);
  return seconds;
}

/** @param {readonly string[]} args */
async function run(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      migrate: { type: 'boolean', default: false },
      settle: { type: 'string' },
      timeout: { type: 'string' },
    },
  });
  if (values.help) return console.log(usage);
  const unknown = positionals.find((name) => !programs.includes(name));
  if (unknown !== undefined) throw new Failure(`There is no program ${unknown}.\n${usage}`);
  const limits = { settleSeconds: toSeconds(values.settle, 5), timeoutSeconds: toSeconds(values.timeout, 180) };
  const chosen = positionals.length === 0 ? programs : programs.filter((name) => positionals.includes(name));
  assertNoPorts(chosen);
  for (const program of chosen) {
    if (values.migrate && program !== 'gateway') docker('compose', 'run', '--rm', '--no-deps', `${program}-migration`);
    await replaceContainers(program, limits);
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
