import type { Tenant } from '@plotline/kit/core/caller';
import { backoff } from '@plotline/kit/core/time';
import { addDelay, createDeferredWorker, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { toExcerpt } from '../../vendors/model/excerpt.js';
import type { ProviderName } from '../../vendors/model/provider.js';
import {
  getHookExpiry,
  type HookEvent,
  type HookOutcome,
  maxHookAttempts,
  type ProcessHookEvent,
} from '../model/hook-event.js';

const intervalMs = 1_000;
const maxBatch = 20;
/** Maximum workspaces that are served at the same time, because processing waits for other services. */
const maxWorkspaces = 8;
/** Time after which a workspace begins no further event in its turn. */
const turnMs = 3_000;
/** An event waits while its connection is disabled. Enabling the connection makes the event due immediately. */
const disabledPauseMs = 3_600_000;
const pauses = { baseMs: 2_000, capMs: 4 * 3_600_000 };

type HookContext = Pick<Context, 'connections' | 'calls' | 'hookEvents' | 'providers' | 'clock' | 'runtime'>;

const unprocessed: HookOutcome = {
  kind: 'flagged',
  purpose: 'process event',
  subject: null,
  code: 'not_processed',
  message: 'The event could not be processed.',
};

/** Writes the outcome of an event to the log of calls. */
async function logOutcome(
  { calls, providers, clock }: HookContext,
  tenant: Tenant,
  event: HookEvent,
  { outcome, isFailed, startedAt }: { outcome: HookOutcome; isFailed: boolean; startedAt: number },
): Promise<void> {
  if (outcome.kind === 'ignored') return;
  const { shownFields } = providers[event.provider].dialect;
  const isFlagged = outcome.kind === 'flagged';
  await calls.add(tenant, {
    connection_id: event.connection_id,
    direction: 'in',
    purpose: `${event.type}: ${outcome.purpose}`,
    status: isFailed ? 'failed' : isFlagged ? 'flagged' : 'succeeded',
    http_status: null,
    error: isFlagged ? { code: outcome.code, message: outcome.message } : null,
    duration_ms: Math.round(performance.now() - startedAt),
    vendor_request_id: event.vendor_event_id,
    request: event.payload === null ? null : toExcerpt(JSON.parse(event.payload), shownFields),
    response: null,
    subject: outcome.subject,
    hook_event_id: event.id,
    created_at: clock(),
  });
}

/**
 * Returns the event's next state after processing. The event is kept for its 30 days, and its content only while a
 * retry is possible.
 */
function finish(event: HookEvent, status: HookEvent['status']): NextRun {
  const payload = status === 'processed' ? null : event.payload;
  return { resume_at: getHookExpiry(event), status, payload };
}

/**
 * Creates the worker that processes stored events, oldest first. It retries each event until it succeeds or has failed
 * 12 times. Every provider has an entry, null if it has no hooks, so the compiler finds a missing processor.
 */
export function createHookWorker(
  context: HookContext,
  processors: Readonly<Record<ProviderName, ProcessHookEvent | null>>,
): PeriodicTask {
  const { connections, hookEvents, clock, runtime } = context;

  async function run(tenant: Tenant, event: HookEvent): Promise<NextRun> {
    const connection = await connections.get(tenant, event.connection_id);
    const process = processors[event.provider];
    if (!connection || !process || event.status !== 'queued' || event.payload === null) return null;
    if (connection.status === 'disabled') return { resume_at: addDelay(clock(), disabledPauseMs) };
    const startedAt = performance.now();
    try {
      const outcome = await process(tenant, connection, event, JSON.parse(event.payload));
      await logOutcome(context, tenant, event, { outcome, isFailed: false, startedAt });
      return finish(event, outcome.kind === 'flagged' ? 'flagged' : 'processed');
    } catch (error) {
      const attempts = event.attempts + 1;
      runtime.log.warn({ err: error, hook_event: event.id, attempts }, 'processing an event of a vendor failed');
      if (attempts < maxHookAttempts) {
        return { attempts, resume_at: addDelay(clock(), backoff({ attempt: attempts - 1, ...pauses })) };
      }
      await logOutcome(context, tenant, event, { outcome: unprocessed, isFailed: true, startedAt });
      return finish(event, 'failed');
    }
  }

  return createDeferredWorker<HookEvent>({
    name: 'hook-events',
    intervalMs,
    maxBatch,
    jobs: hookEvents.jobs,
    clock,
    runtime,
    maxWorkspaces,
    run: runEach(run, turnMs),
  });
}
