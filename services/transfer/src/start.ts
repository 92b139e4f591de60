import { backgroundBudgetMs } from '@plotline/kit/core/time';
import { createPeer } from '@plotline/kit/rpc/client';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readTransferConfig } from './config.js';
import { createContext } from './context.js';
import { openFileStore } from './files/store/open-file-store.js';
import { createAccessChecks } from './peers/access.js';
import { createRecordFinder } from './peers/record-finder.js';
import { createRecordImporter } from './peers/record-importer.js';
import { createRecordReader } from './peers/record-reader.js';
import { createRecordRemover } from './peers/record-remover.js';
import { createCountRecords } from './peers/record-usage.js';
import { createService } from './service.js';

/** Starts the service with the environment. Resolves once it listens. */
export async function startTransfer(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readTransferConfig(environment);
  const runtime = await createRuntime('transfer', config, { transports, maxConnectMs: maxStartMs });
  const { callerKeys, metrics, log } = runtime;
  // The timeout is longer than usual, because calls for many records take longer than calls that a person waits for.
  const common = { callerKeys, metrics, timeoutMs: backgroundBudgetMs, openChannel: transports.openChannel };
  const auth = createPeer({
    name: 'auth',
    address: config.AUTH_GRPC,
    callerKeys,
    metrics,
    openChannel: transports.openChannel,
  });
  const peers = {
    inventory: createPeer({ name: 'inventory', address: config.INVENTORY_GRPC, ...common }),
    pipeline: createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, ...common }),
    team: createPeer({ name: 'team', address: config.TEAM_GRPC, ...common }),
  };
  const context = createContext(runtime, config, {
    files: await openFileStore(config),
    recordImporter: createRecordImporter(peers),
    recordRemover: createRecordRemover(peers),
    recordReader: createRecordReader(peers),
    recordFinder: createRecordFinder(peers),
    access: createAccessChecks(auth),
    countRecords: createCountRecords(peers),
  });
  const service = { ...createService(context), peers: [auth, ...Object.values(peers)] };
  return { components: await startService(runtime, config, service), log };
}
