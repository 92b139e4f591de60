import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { formatNote } from '../cli/report-step.js';
import { takeOver } from '../develop/take-over.js';
import { clearMongo } from '../stores/mongo/start-mongo.js';
import { type StartingStores, startStores } from '../stores/start-stores.js';
import type { Component } from './component.js';
import { Components } from './components.js';
import { endLeftovers } from './end-leftovers.js';
import { readMigrationRecord } from './migration-record.js';
import { checkPorts, listProgramPorts, listRequiredPorts } from './ports.js';
import { toGatewayUrls, toPublicKeys, toServiceAddresses, toSimulatorUrl } from './program-environment.js';
import { openRunRecord, type RunRecord } from './run-record.js';
import type { RunningSystem, SystemAddresses } from './running-system.js';
import { loadSecrets } from './secrets.js';
import { type ProgramsInput, runMigrationJob, startGateways, startService, startServices } from './start-programs.js';
import { startSingle } from './start-single.js';
import { getDataLayout, type SystemOptions } from './system-options.js';

/**
 * Starts everything on the given ports with the data of one directory. `npm start` and the tests use it.
 * @throws Error with what is missing, in use or failed. By then, everything that was started has been stopped.
 */
export async function startSystem(options: SystemOptions): Promise<RunningSystem> {
  const { dataDirectory, environment, report, ports, signal } = options;
  const layout = getDataLayout(dataDirectory);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const ended = await endLeftovers(layout.runRecord);
  if (ended > 0) report(formatNote(`ended ${ended} processes left by an earlier run`));
  const replicaPorts = (options.replicas ?? []).flatMap(listProgramPorts);
  await checkPorts([...listRequiredPorts(ports, environment), ...replicaPorts]);
  if (options.fresh) await clearData(dataDirectory, environment);

  const record = openRunRecord(layout.runRecord);
  const components = new Components();
  record.watch(() => components.processIds());
  const stop = stopOnce(components, record);
  // Immediately aborts the start of programs. Stores are stopped only after they have started.
  const onAbort = (): void => void components.stopPrograms();
  signal?.addEventListener('abort', onAbort, { once: true });
  let starting: StartingStores | undefined;
  try {
    const onStart = (processId: number): void => record.add(processId);
    const secrets = await loadSecrets(layout.secrets);
    signal?.throwIfAborted();
    starting = await startStores({ ...options, onStart }, components);
    const [mongo, redis] = await Promise.all([starting.mongo, starting.redis]);
    signal?.throwIfAborted();
    const stores = { mongoUrl: mongo.url, amqpUrl: starting.amqpUrl, redisUrl: redis.url };
    const programs = { options, stores: { ...stores, getAmqpUrl: starting.getAmqpUrl }, secrets, components, onStart };
    const migrations = await readMigrationRecord(options, mongo);
    // Services and gateways start while the broker is starting. They also work without the broker, and retry until it
    // is ready.
    const startPrograms = options.single
      ? [startSingle(programs, migrations.isCurrent)]
      : [startServices(programs, migrations.isCurrent), startGateways(programs)];
    await Promise.all([starting.rabbitmq, ...startPrograms]);
    signal?.throwIfAborted();
    await migrations.keep();
    const addresses: SystemAddresses = {
      urls: toGatewayUrls(ports),
      simulatorUrl: toSimulatorUrl(ports),
      services: toServiceAddresses(ports),
      ...stores,
      operator: { CALLER_KEY: secrets.callerKeys.operator, CALLER_PUBLIC_KEYS: toPublicKeys(secrets) },
      dataDirectory,
      demoFile: layout.demo,
    };
    return { ...addresses, ...controlSystem(programs), stop };
  } catch (error) {
    await waitForStarts([starting?.mongo, starting?.redis, starting?.rabbitmq]);
    await stop();
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

const READY_WITHIN_MS = 30_000;

/** Returns the operations on the components of a running system. */
function controlSystem(programs: ProgramsInput): Omit<RunningSystem, keyof SystemAddresses | 'stop'> {
  const { components } = programs;
  return {
    processIds: (name) => components.get(name).processIds(),
    kill: (name) => components.supervised(name).kill(),
    hold: (name) => components.supervised(name).hold(),
    release: (name) => components.supervised(name).release(),
    async restart(name) {
      await components.supervised(name).hold();
      await components.supervised(name).release();
    },
    whenReady: (name, withinMs = READY_WITHIN_MS) =>
      components.supervised(name).whenReady(AbortSignal.timeout(withinMs)),
    migrate: (service) => runMigrationJob(programs, service),
    develop: (request) => takeOver(programs, request),
    startInstance: (service, ports) => startService(programs, service, components.createInstanceName(service), ports),
  };
}

/**
 * Milliseconds after which every process that is still running is ended with SIGKILL. Including the wait for running
 * starts, a stop takes less than 15 s.
 */
const STOP_DEADLINE_MS = 11_000;
const STARTS_DEADLINE_MS = 3_500;

/**
 * Returns a function that stops all components in order and closes the record. Further calls return the same promise.
 */
function stopOnce(components: Components, record: RunRecord): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop(components, record);
    return stopped;
  };
}

async function stop(components: Components, record: RunRecord): Promise<void> {
  const tooLate = setTimeout(() => record.killAll(), STOP_DEADLINE_MS);
  try {
    await components.stop();
  } finally {
    clearTimeout(tooLate);
    // These recorded processes never became a component, because their start was aborted.
    record.killAll();
    record.close();
  }
}

/**
 * Waits until running starts have finished, so that their components can be stopped in order. Doesn't wait for a long
 * installation.
 */
async function waitForStarts(starts: readonly (Promise<Component> | undefined)[]): Promise<void> {
  const timer = new AbortController();
  const late = delay(STARTS_DEADLINE_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(starts), late]);
  timer.abort();
}

/**
 * Removes all data of a data directory whose system is down. Keeps the logs.
 * @throws Error when the data is on a server from the environment, because the launcher must not delete that data.
 */
async function clearData(dataDirectory: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const given = ['MONGO_URL', 'AMQP_URL', 'REDIS_URL'].filter((variable) => environment[variable]);
  if (given.length > 0) {
    throw new Error(`--fresh can't empty the server that ${given.join(', ')} names. Empty it there.`);
  }
  const layout = getDataLayout(dataDirectory);
  await clearMongo(layout.mongo);
  for (const path of [layout.rabbitmq, layout.redis, layout.files, layout.demo, layout.secrets]) {
    await rm(path, { recursive: true, force: true });
  }
}
