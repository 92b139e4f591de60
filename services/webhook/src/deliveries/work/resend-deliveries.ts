import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, Problem } from '@plotline/kit/core/errors';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createJobWorker, type JobWorkerOptions } from '@plotline/kit/tasks/job-worker';
import type { Context } from '../../context.js';
import { webhookTestEvent } from '../../events/model/recorded-event.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { type DeliverySummary, resend } from '../model/delivery.js';
import { countAttempts, isAwaited, type ResendData, toAwaited } from '../model/resend.js';

/** Maximum number of deliveries of a resend that are due at the same time. A new event waits for at most this many. */
const maxDue = 10;
/** Minimum time between batches. It limits a resend to 50 deliveries a second. */
const batchIntervalMs = 200;
const pollIntervalMs = 100;
/** Interval at which a job that waits for a slow receiver shows that it is alive. */
const signOfLifeMs = 60_000;

type RunResend = JobWorkerOptions<ResendData>['run'];
type ResendJob = Parameters<RunResend>[0];
type ResendContext = Parameters<RunResend>[1];

/** Returns a webhook to which deliveries can be sent. Throws a Problem, which ends the job, when there is none. */
async function getActive({ webhooks }: Context, tenant: Tenant, id: string): Promise<StoredSubscription> {
  const webhook = await webhooks.subscriptions.get(tenant, id);
  if (!webhook) throw new Problem('NOT_FOUND', 'The webhook was deleted.');
  if (webhook.active) return webhook;
  throw conflict('The webhook is no longer active. The remaining deliveries were not sent.', 'webhook_inactive', {
    webhook_id: id,
  });
}

/** Resend in progress. */
class Resend {
  readonly #context: Context;
  readonly #job: ResendJob;
  readonly #run: ResendContext;
  readonly #tenant: Tenant;
  #state: ResendData['state'];
  #counts: ResendData['counts'];
  #processed: number;
  #total: number | null;

  constructor(context: Context, job: ResendJob, run: ResendContext) {
    const { workspaceId, mode } = run.caller();
    this.#context = context;
    this.#job = job;
    this.#run = run;
    this.#tenant = { workspaceId, mode };
    this.#state = job.state;
    this.#counts = job.counts;
    this.#processed = job.processed;
    this.#total = job.total;
  }

  get #progress() {
    return { state: this.#state, counts: this.#counts, processed: this.#processed, total: this.#total };
  }

  /** Waits until every delivery that was made due is attempted, or cancelled. */
  async #waitForAttempts(): Promise<void> {
    const { awaited } = this.#state;
    const { signal, commit } = this.#run;
    const ids = awaited.map(({ id }) => id);
    for (let saidAt = Date.now(); ids.length > 0; ) {
      const stored = await this.#context.webhooks.deliveries.log.getSummaries(
        this.#tenant,
        this.#job.input.webhook_id,
        ids,
      );
      if (!awaited.some((one) => isAwaited(one, stored.get(one.id)))) {
        const { delivered, failed } = countAttempts(awaited, stored);
        const counts = this.#counts;
        this.#counts = { ...counts, delivered: counts.delivered + delivered, failed: counts.failed + failed };
        break;
      }
      await sleep(pollIntervalMs, undefined, { signal });
      if (Date.now() - saidAt < signOfLifeMs) continue;
      saidAt = Date.now();
      await commit({});
    }
    this.#state = { ...this.#state, awaited: [] };
  }

  async #readNext(cursor: string) {
    const { webhook_id, from, to, status, event } = this.#job.input;
    const query = {
      page: 1,
      per_page: maxDue,
      sort: 'created_at',
      order: 'asc',
      cursor,
      created_after: from,
      created_before: to,
      status,
      ...(event && { event }),
    } as const;
    const { records, info } = await this.#context.webhooks.deliveries.log.list(
      this.#tenant,
      webhook_id,
      query,
      this.#total,
    );
    this.#total ??= info.total;
    return { found: records, next: info.nextCursor ?? null };
  }

  /**
   * Makes the next deliveries due in the transaction that stores the job's progress, so that each delivery is made due
   * once.
   */
  async #sendNext(cursor: string): Promise<void> {
    const { deliveries, clock, dispatcher } = this.#context.webhooks;
    const webhook = await getActive(this.#context, this.#tenant, this.#job.input.webhook_id);
    const { found, next } = await this.#readNext(cursor);
    const now = clock();
    const isWanted = ({ event }: DeliverySummary) => event !== webhookTestEvent;
    const due = found.filter(isWanted).flatMap((delivery) => resend(delivery, webhook.epoch, now) ?? []);
    const { resent, skipped } = this.#counts;
    const progress = {
      state: { cursor: next, awaited: due.map((one) => toAwaited({ ...one, version: one.version + 1 })) },
      counts: { ...this.#counts, resent: resent + due.length, skipped: skipped + found.length - due.length },
      processed: this.#processed + found.length,
      total: this.#total,
    };
    await this.#run.commit(progress, (session) => deliveries.makeDue(this.#tenant, webhook.id, due, session));
    this.#state = progress.state;
    this.#counts = progress.counts;
    this.#processed = progress.processed;
    dispatcher.wake(this.#tenant.mode);
  }

  async run() {
    const { signal } = this.#run;
    for (;;) {
      await this.#waitForAttempts();
      const { cursor } = this.#state;
      if (cursor === null) return this.#progress;
      signal.throwIfAborted();
      // Deliveries that were changed since they were read are read again.
      await retryOnConflict(() => this.#sendNext(cursor));
      await sleep(batchIntervalMs, undefined, { signal });
    }
  }
}

/** Creates the worker that resends the deliveries of webhooks, a few at a time. */
export function createResendWorker(context: Context): ReturnType<typeof createJobWorker> {
  const { resends: queue, runtime } = context;
  return createJobWorker<ResendData>({
    queue,
    runtime,
    // The job only reads the service's own records. So a lost lease is caused by the process, not by the job.
    maxLostLeases: Number.POSITIVE_INFINITY,
    run: (job, run) => new Resend(context, job, run).run(),
  });
}
