import { isDeepStrictEqual } from 'node:util';
import type { Tenant } from '@plotline/kit/core/caller';
import { Limiter } from '@plotline/kit/core/limiter';
import type { Owned } from '@plotline/kit/store/records/records';
import { addDelay, createDeferredWorker, type NextRun, type RunBatch } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask, ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import { type Circuit, closedCircuit, isOpen, isPaused } from '../../connections/model/circuit.js';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import type { OutboundJob, Reaction, Reactions } from '../model/outbound-job.js';
import { decideOutcome, idlePauseMs, type Outcome, succeed } from './decide-outcome.js';
import type { OutboundCounter } from './outbound-metrics.js';
import { listReactions } from './queue-records.js';

const intervalMs = 1_000;
/** Maximum jobs of a workspace that are read in one turn, and that one connection sends in it. */
const maxBatch = 50;
const maxPerTurn = 10;
/** Maximum workspaces that are served at the same time. One workspace's slow vendor then doesn't delay the others. */
const maxWorkspaces = 8;
/** Maximum connections that send at the same time, per process and mode. */
const maxSending = 20;
/** Time after which a connection begins no further job in its turn. */
const turnMs = 3_000;

type OutboundContext = Pick<Context, 'calls' | 'connections' | 'outboundJobs' | 'clock' | 'runtime'>;
type Results = Map<Owned<OutboundJob>, NextRun>;

/** One turn of a connection. */
interface Turn {
  readonly tenant: Tenant;
  readonly connection: Connection;
  readonly reaction: Reaction;
  readonly results: Results;
  readonly shouldContinue: ShouldContinue;
}

/**
 * Creates the worker that sends the records of all connections. Workspaces take turns, and the connections of a
 * workspace send in parallel. A connection sends one record at a time.
 */
export function createOutboundWorker(
  context: OutboundContext,
  reactions: Reactions,
  count: OutboundCounter,
): PeriodicTask {
  const { calls, connections, outboundJobs, clock, runtime } = context;
  const sending = new Limiter({ max: maxSending });
  const providers = listReactions(reactions).map(([name]) => name);

  /** Logs a job that was given up without a failed request. */
  async function logGivenUp(tenant: Tenant, { connection_id, record_type, record_id }: OutboundJob): Promise<void> {
    await calls.add(tenant, {
      connection_id,
      direction: 'out',
      purpose: `send ${record_type}`,
      status: 'failed',
      http_status: null,
      error: { code: 'not_processed', message: 'The record could not be sent. Retry this call.' },
      duration_ms: 0,
      vendor_request_id: null,
      request: null,
      response: null,
      subject: { type: record_type, id: record_id },
      hook_event_id: null,
      created_at: clock(),
    });
  }

  async function attempt({ tenant, connection, reaction }: Turn, job: OutboundJob, circuit: Circuit): Promise<Outcome> {
    if (job.has_failed) return { ...succeed(), circuit };
    try {
      await reaction.send(tenant, connection, job);
      return succeed();
    } catch (error) {
      runtime.log.warn({ err: error, connection: connection.id, record: job.record_id }, 'sending a record failed');
      const outcome = decideOutcome(job, circuit, error, clock());
      const isLogged = error instanceof VendorFailure && error.code === 'request_refused';
      if (outcome.kind === 'given_up' && !isLogged) await logGivenUp(tenant, job);
      return outcome;
    }
  }

  /** Makes the other jobs of a connection wait while its circuit is paused. */
  async function pause({ tenant, connection, results }: Turn, { paused_until }: Circuit): Promise<void> {
    const decided = [...results.keys()].map((job) => job.id);
    if (paused_until) await outboundJobs.postpone(tenant, connection.id, paused_until, decided);
  }

  /** Sends a record and stores the outcome. */
  async function step(turn: Turn, job: Owned<OutboundJob>, circuit: Circuit): Promise<Outcome> {
    const { tenant, connection, results } = turn;
    const outcome = await attempt(turn, job, circuit);
    count(connection.provider, outcome.kind);
    results.set(job, outcome.next);
    const isChanged = !isDeepStrictEqual(outcome.circuit, circuit);
    if (isChanged) await connections.setCircuit(tenant, connection.id, outcome.circuit);
    return outcome;
  }

  async function serve(turn: Turn): Promise<void> {
    const { tenant, connection, shouldContinue } = turn;
    const end = performance.now() + turnMs;
    let circuit = connection.circuit ?? closedCircuit;
    if (isPaused(circuit, clock())) return pause(turn, circuit);
    const limit = isOpen(circuit) ? 1 : maxPerTurn;
    for (const job of await outboundJobs.listDue(tenant, connection.id, clock(), limit)) {
      if (!shouldContinue() || performance.now() > end) return;
      const outcome = await step(turn, job, circuit);
      circuit = outcome.circuit;
      if (outcome.stops) return pause(turn, circuit);
    }
  }

  /** Makes the jobs of disabled connections wait, and removes the jobs of deleted connections. */
  async function setAside(tenant: Tenant, jobs: readonly Owned<OutboundJob>[], results: Results): Promise<void> {
    const known = new Set((await connections.listOf(tenant, providers)).map(({ id }) => id));
    for (const job of jobs) {
      const isKnown = known.has(job.connection_id) && !job.has_failed;
      results.set(job, isKnown ? { resume_at: addDelay(clock(), idlePauseMs) } : null);
    }
  }

  const run: RunBatch<OutboundJob> = async (tenant, batch, shouldContinue) => {
    const results: Results = new Map();
    const active = (await connections.listOf(tenant, providers)).filter(({ status }) => status === 'active');
    const ids = new Set(active.map(({ id }) => id));
    const idle = batch.filter(({ connection_id }) => !ids.has(connection_id));
    if (idle.length > 0) await setAside(tenant, idle, results);
    const turns = active.flatMap((connection) => {
      const reaction = reactions[connection.provider];
      return reaction ? [{ tenant, connection, reaction, results, shouldContinue }] : [];
    });
    await Promise.all(turns.map((turn) => sending.run(turn.connection.id, () => serve(turn))));
    return results;
  };

  return createDeferredWorker<OutboundJob>({
    name: 'outbound',
    intervalMs,
    maxBatch,
    maxWorkspaces,
    jobs: outboundJobs.jobs,
    clock,
    runtime,
    run,
  });
}
