import { mkdir } from 'node:fs/promises';
import { checkPorts, neededPorts } from '../port-check.js';
import { endLeftovers } from '../run-record/end-leftovers.js';
import { openRunRecord } from '../run-record/run-record.js';
import { loadSecrets } from '../secrets.js';
import { note } from '../time-step.js';
import { gatewayUrls, serviceAddresses } from './addresses.js';
import { clearData } from './clear-data.js';
import { controlSystem } from './control-system.js';
import { dataLayout } from './data-layout.js';
import { Parts } from './parts.js';
import type { RunningSystem, SystemAddresses } from './running-system.js';
import { startGateway, startServices } from './start-programs.js';
import { type StartingStores, startStores } from './start-stores.js';
import { settleStarts, stopOnce } from './stop-system.js';
import type { SystemOptions } from './system-options.js';

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
