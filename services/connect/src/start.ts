import { createKeyring } from '@plotline/kit/core/secrets';
import { backgroundBudgetMs } from '@plotline/kit/core/time';
import { createPeer } from '@plotline/kit/rpc/client';
import { createRuntime, maxStartMs } from '@plotline/kit/service/runtime';
import { startService } from '@plotline/kit/service/service';
import type { StartedUnit, Transports } from '@plotline/kit/service/transports';
import { readConnectConfig } from './config.js';
import { createContext } from './context.js';
import { createLeadEmails } from './peers/lead-emails.js';
import { createLeadFiles } from './peers/lead-files.js';
import { createLeadReader } from './peers/lead-reader.js';
import { createLedgers, createListOpenInvoices } from './peers/ledger.js';
import { createGetRecord } from './peers/record-details.js';
import { createService } from './service.js';
import { startSimulator } from './simulator/api/start-simulator.js';
import { createEgress } from './vendors/work/send-guarded.js';

/** Starts the service with the given environment. Resolves when it accepts requests. */
export async function startConnect(environment: NodeJS.ProcessEnv, transports: Transports): Promise<StartedUnit> {
  const config = readConnectConfig(environment);
  const runtime = await createRuntime('connect', config, { transports, maxConnectMs: maxStartMs });
  const { callerKeys, metrics } = runtime;
  const simulatorUrl = config.CONNECT_FAKE_VENDORS ? config.CONNECT_SIMULATOR_URL : null;
  const common = { callerKeys, metrics, openChannel: transports.openChannel };
  const peers = {
    inventory: createPeer({ name: 'inventory', address: config.INVENTORY_GRPC, ...common }),
    pipeline: createPeer({ name: 'pipeline', address: config.PIPELINE_GRPC, ...common }),
    team: createPeer({ name: 'team', address: config.TEAM_GRPC, ...common }),
    // Transferring a file takes longer than other calls.
    transfer: createPeer({
      name: 'transfer',
      address: config.TRANSFER_GRPC,
      ...common,
      timeoutMs: backgroundBudgetMs,
    }),
  };
  const context = createContext(runtime, {
    ledgers: createLedgers(peers),
    getRecord: createGetRecord(peers),
    leadFiles: createLeadFiles(peers.transfer),
    listOpenInvoices: createListOpenInvoices(peers.pipeline),
    leadReader: createLeadReader(peers),
    leadEmails: createLeadEmails(peers.pipeline),
    addresses: { allowPrivate: false, denied: config.CONNECT_DENIED_ADDRESSES },
    egress: createEgress(config.CONNECT_DENIED_ADDRESSES),
    simulatorUrl,
    sealKeys: createKeyring(config.CONNECT_SEAL_SECRET, config.CONNECT_SEAL_SECRET_PREVIOUS),
    apiUrl: config.API_BASE_URL,
    dashboardUrl: `${config.AUTH_BASE_URL}/dashboard`,
  });
  await context.sealedFields.assertReadable();
  const service = { ...createService(context), peers: Object.values(peers) };
  const components = await startService(runtime, config, service);
  const simulator = simulatorUrl === null ? [] : [await startSimulator(context, simulatorUrl)];
  return { components: [...simulator, ...components], log: runtime.log };
}
