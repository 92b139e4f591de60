import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { note } from '../cli/report-step.js';
import { clearMongo } from '../stores/mongo/start-mongo.js';
import { type StartingStores, startStores } from '../stores/start-stores.js';
import { endLeftovers } from './end-leftovers.js';
import type { Part } from './part.js';
import { Parts } from './parts.js';
import { checkPorts, neededPorts } from './ports.js';
import { gatewayUrls, serviceAddresses } from './program-environment.js';
import { openRunRecord, type RunRecord } from './run-record.js';
import type { RunningSystem, SystemAddresses } from './running-system.js';
import { loadSecrets } from './secrets.js';
import { type ProgramsInput, startGateway, startService, startServices } from './start-programs.js';
import { dataLayout, type SystemOptions } from './system-options.js';

/**
 * Brings up everything on the given ports with the data of one directory: what `npm start` does, and what the tests use.
 * @throws Error that says what is missing, taken or failed; whatever was started has then been stopped.
 */
export async function startSystem(options: SystemOptions): Promise<RunningSystem> {
  const { dataDirectory, environment, report, settings, signal } = options;
  const layout = dataLayout(dataDirectory);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const ended = await endLeftovers(layout.runRecord);
  if (ended > 0) report(note(`ended ${ended} processes that an earlier run had left behind`));
  await checkPorts(neededPorts(settings, environment));
  if (options.fresh) await clearData(dataDirectory, environment);

  const record = openRunRecord(layout.runRecord);
  const parts = new Parts();
  record.watch(() => parts.processIds());
  const stop = stopOnce(parts, record);
  // The programs that are starting give up at once; the stores are stopped when they have started.
  const onAbort = (): void => void parts.stopPrograms();
  signal?.addEventListener('abort', onAbort, { once: true });
  let starting: StartingStores | undefined;
  try {
    const onStart = (processId: number): void => record.add(processId);
    const secrets = await loadSecrets(layout.secrets);
    signal?.throwIfAborted();
    starting = await startStores({ ...options, onStart }, parts);
    const [mongo, redis] = await Promise.all([starting.mongo, starting.redis]);
    signal?.throwIfAborted();
    const stores = { mongoUrl: mongo.url, amqpUrl: starting.amqpUrl, redisUrl: redis.url };
    const programs = { options, stores, secrets, parts, onStart };
    // The services start while the broker does: they write without it, too.
    await Promise.all([starting.rabbitmq, startServices(programs)]);
    signal?.throwIfAborted();
    await startGateway(programs);
    signal?.throwIfAborted();
    const addresses: SystemAddresses = {
      urls: gatewayUrls(settings),
      services: serviceAddresses(settings),
      ...stores,
      internalSecret: secrets.internalSecret,
      dataDirectory,
      demoFile: layout.demo,
    };
    return { ...addresses, ...controlSystem(programs), stop };
  } catch (error) {
    await settleStarts([starting?.mongo, starting?.redis, starting?.rabbitmq]);
    await stop();
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

const READY_WITHIN_MS = 30_000;

/** What can be done with the parts of a system while it runs. */
function controlSystem(programs: ProgramsInput): Omit<RunningSystem, keyof SystemAddresses | 'stop'> {
  const { parts } = programs;
  return {
    processIds: (name) => parts.get(name).processIds(),
    kill: (name) => parts.supervised(name).kill(),
    hold: (name) => parts.supervised(name).hold(),
    release: (name) => parts.supervised(name).release(),
    async restart(name) {
      await parts.supervised(name).hold();
      await parts.supervised(name).release();
    },
    whenReady: (name, withinMs = READY_WITHIN_MS) => parts.supervised(name).whenReady(AbortSignal.timeout(withinMs)),
    startInstance: (service, ports) => startService(programs, service, parts.nextInstanceName(service), ports),
  };
}

/** A stop that takes longer is ended by SIGKILL to whatever still runs; with what goes before it stays under 15 s. */
const STOP_DEADLINE_MS = 11_000;
const SETTLE_DEADLINE_MS = 3_500;

/** A function that stops all parts in order and closes the record; called again, it gives the same promise. */
function stopOnce(parts: Parts, record: RunRecord): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop(parts, record);
    return stopped;
  };
}

async function stop(parts: Parts, record: RunRecord): Promise<void> {
  const tooLate = setTimeout(() => record.killAll(), STOP_DEADLINE_MS);
  try {
    await parts.stop();
  } finally {
    clearTimeout(tooLate);
    // What was noted but never became a part, because its start was given up.
    record.killAll();
    record.close();
  }
}

/** Waits for starts that are under way, so that their parts can be stopped in order, but not for a long installation. */
async function settleStarts(starts: readonly (Promise<Part> | undefined)[]): Promise<void> {
  const timer = new AbortController();
  const late = delay(SETTLE_DEADLINE_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(starts), late]);
  timer.abort();
}

/**
 * Removes all data of a data directory whose system is down; logs stay.
 * @throws Error when a server of the environment holds the data, which is not the launcher's to delete.
 */
async function clearData(dataDirectory: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const given = ['MONGO_URL', 'AMQP_URL', 'REDIS_URL'].filter((variable) => environment[variable]);
  if (given.length > 0) {
    throw new Error(
      `--fresh empties only what the launcher itself keeps, but ${given.join(', ')} names a server: empty it there.`,
    );
  }
  const layout = dataLayout(dataDirectory);
  await clearMongo(layout.mongo);
  for (const path of [layout.rabbitmq, layout.redis, layout.demo, layout.secrets]) {
    await rm(path, { recursive: true, force: true });
  }
}
