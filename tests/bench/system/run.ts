import { ServiceClient } from '@plotline/local/demo/api-client';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { callerKeyVariables } from '../../support/caller-keys.js';
import { newWorkspace } from '../../support/workspace.js';
import { compareSides } from '../compare-sides.js';
import { shortRest, waitUntilIdle } from '../growth/wait-until-idle.js';
import { toLoopback } from '../load/clients.js';
import { askInTurns } from '../load/closed-load.js';
import { createLeads, storeLeads } from '../load/leads.js';
import { withOwnSystem } from '../own-system.js';
import { measureIdleTimes, readProcessorTimes } from '../processor-time.js';
import { createCalls, systemLoads, toRequest } from './loads.js';
import { type StoreSide, type SystemSide, startStoreSide, storeProgram } from './store-side.js';

const recordCount = 10_000;

function selectLoads(words: readonly string[]) {
  const strange = words.filter((word) => !systemLoads.some((load) => load.word.startsWith(word)));
  if (strange.length > 0) throw new Error(`There is no load ${strange.join(', ')}.`);
  return systemLoads.filter((load) => words.length === 0 || words.some((word) => load.word.startsWith(word)));
}

async function compareAll(system: RunningSystem, words: readonly string[], signal: AbortSignal): Promise<void> {
  const workspace = await newWorkspace();
  const leads = createLeads(recordCount);
  const ids = await storeLeads(new ServiceClient(system, workspace.id, 'live'), leads);
  console.log(`${recordCount} leads are loaded`);
  const bodies = leads.slice(0, 100);
  const { mongoUrl, amqpUrl, services } = system;
  // The process calls no other service, so it needs no real key.
  const callerKeys = callerKeyVariables('pipeline');
  const peers = {
    INVENTORY_GRPC: services.inventory.grpcAddress,
    TEAM_GRPC: services.team.grpcAddress,
    AUTH_GRPC: services.auth.grpcAddress,
  };
  const order = { mongoUrl, amqpUrl, callerKeys, peers, workspaceId: workspace.id, ids, bodies };
  const store: StoreSide = await startStoreSide(order);
  const createCall = createCalls(ids, bodies, 'system');
  const whole: SystemSide = {
    name: 'system',
    owns: (program) => program !== storeProgram,
    ask: (load, seconds) =>
      askInTurns({
        url: toLoopback(system.urls.api),
        headers: { authorization: `Bearer ${workspace.key}` },
        connections: load.connections,
        seconds,
        createRequest: () => toRequest(createCall(load)),
      }),
  };
  const rest = () => waitUntilIdle(system, signal, shortRest);
  const readTimes = () => readProcessorTimes(system, store.programs);
  try {
    await rest();
    const instruments = { readTimes, idleTimes: await measureIdleTimes(readTimes), waitUntilIdle: rest };
    for (const load of selectLoads(words)) {
      signal.throwIfAborted();
      const comparison = {
        name: `${load.name}, ${load.connections} at a time`,
        sides: [whole, store],
        wanted: load.wanted,
      } as const;
      await compareSides<SystemSide>({ ...comparison, ask: (side, seconds) => side.ask(load, seconds) }, instruments);
    }
  } finally {
    store.stop();
  }
}

/**
 * Compares the whole system, called through the gateway, with the service's handlers and store functions in one
 * process.
 */
export async function run(): Promise<void> {
  const words = process.argv.slice(3);
  // Rejects an unknown load before anything starts.
  selectLoads(words);
  await withOwnSystem(100_000, (system, signal) => compareAll(system, words, signal));
}
