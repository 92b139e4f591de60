import type { Caller } from '@plotline/kit/core/caller';
import { type Context, createContext } from '@plotline/pipeline/context';
import { rpcCallers } from '@plotline/pipeline/rpc-callers';
import { createService } from '@plotline/pipeline/service';
import {
  type Reply,
  type ServiceFactory,
  type StartedService,
  startTestService,
} from '../../support/started-service.js';
import { FakeHolds } from './fake-holds.js';
import { type CountingPeers, countingPeers } from './portfolio.js';

/** Addresses of peers that don't answer. */
export const unreachablePeers = { AUTH_GRPC: '127.0.0.1:1', INVENTORY_GRPC: '127.0.0.1:1', TEAM_GRPC: '127.0.0.1:1' };

/** Pipeline service, and peers that count the calls to them. */
export interface Pipeline extends StartedService<Context> {
  readonly peers: CountingPeers;
  readonly holds: FakeHolds;
  /** Creates a lead. Rejects if that fails. */
  lead(fields?: object, as?: Partial<Caller>): Promise<Reply['body']>;
  /** Returns the names of the events about a record, oldest first. */
  eventNames(subject: string): Promise<string[]>;
}

/** Additional settings that the test services of other suites don't use. */
type PipelineOptions = Pick<ServiceFactory<Context>, 'clock' | 'mongoUrl' | 'archive'>;

export async function startPipeline(
  overrides: Partial<Context> = {},
  options: PipelineOptions = {},
): Promise<Pipeline> {
  const peers = countingPeers();
  const { listings, agents } = peers;
  const holds = new FakeHolds();
  const service = await startTestService('pipeline', {
    rpcCallers,
    createContext: (runtime) => createContext(runtime, unreachablePeers, { listings, agents, holds, ...overrides }),
    createService,
    ...options,
  });
  return {
    ...service,
    peers,
    holds,
    lead: (fields = {}, as = {}) =>
      service.create('/v1/leads', { name: 'Maria Silva', email: 'maria@example.com', ...fields }, as),
    eventNames: async (subject) =>
      (await service.journal(subject)).flatMap(({ events }) => events.map(({ name }) => name)),
  };
}
