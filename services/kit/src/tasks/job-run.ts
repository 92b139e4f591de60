import { realTime, type Time, type Timer } from '../core/time.js';
import type { Filter } from '../store/records/records.js';
import { type Logger, toLogFields } from '../telemetry/log.js';
import { inSpan } from '../telemetry/span.js';
import {
  decideFailure,
  exhausted,
  isExhausted,
  isPassing,
  type Job,
  type JobData,
  type JobEnd,
  type JobProgress,
} from './job.js';
import { type ClaimedJob, type EndOptions, type JobClaims, LeaseLost, leaseMs } from './job-claims.js';
import {
  describeJob,
  type FinishCancelledJob,
  type JobContext,
  type JobOutcome,
  type JobWrite,
  type RunJob,
  type RunOptions,
  toJobCaller,
} from './job-work.js';
import { mustWait } from './suspended-workspaces.js';

const renewalMs = 3_000;
const stopMs = 2_000;
/** Shorter than the time that is left of the lease after its last renewal. */
const ignoredAbortMs = 8_000;
/** Pause before the next attempt to store the end of a job. Attempts are made while the lease is held. */
const endPauseMs = 1_000;

/** Reason to stop the work on a job; becomes `signal.reason`. */
class JobInterrupted extends Error {
  readonly why: 'cancelled' | 'stopping' | 'stalled' | 'suspended';

  constructor(why: JobInterrupted['why']) {
    super(`The job is interrupted: ${why}.`);
    this.name = 'JobInterrupted';
    this.why = why;
  }
}

/** A job that runs in this process. */
export class RunningJob<D extends JobData> {
  readonly #claimed: ClaimedJob<D>;
  readonly #claims: JobClaims<D>;
  readonly #options: RunOptions<D>;
  readonly #controller = new AbortController();
  readonly #log: Logger;
  readonly #time: Time;
  #heldUntil: number;
  readonly #stallMs: number;
  #stallsAt: number;
  #attempts: number;
  /** Whether a commit noticed the cancellation. Then no other step of the work was running. */
  #endsAtCommit = false;
  #running: Promise<void> = Promise.resolve();

  constructor(claimed: ClaimedJob<D>, claims: JobClaims<D>, log: Logger, options: RunOptions<D>) {
    const { job, tenant } = claimed;
    const { time = realTime, stallMs = 600_000 } = options;
    this.#claimed = claimed;
    this.#claims = claims;
    this.#options = options;
    this.#time = time;
    const now = time.now();
    this.#heldUntil = now + leaseMs;
    this.#stallMs = stallMs;
    this.#stallsAt = now + stallMs;
    this.#attempts = job.attempts;
    this.#log = log.child({ job: job.id, kind: job.kind, ...toLogFields(toJobCaller(tenant, job)) });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Returns the job to the queue because the process stops. Aborts the work and waits for it for up to two seconds. */
  async stop(): Promise<void> {
    this.#controller.abort(new JobInterrupted('stopping'));
    await Promise.race([this.#running, this.#time.sleep(stopMs)]);
    await this.#claims.reschedule(this.#claimed, this.#claims.later(0), { attempts: this.#attempts - 1 });
  }

  /**
   * Returns whether the job was already cancelled when it was claimed. Then it only has to be finished, so its work
   * isn't aborted.
   */
  get #isCancelled(): boolean {
    return Boolean(this.#claimed.job.cancel_requested_at);
  }

  /** Renews the lease, and aborts the work if the job was cancelled, must wait, lost its lease or stalled. */
  async renew(): Promise<void> {
    if (this.signal.aborted) return;
    const begun = this.#time.now();
    try {
      const isCancelled = await this.#claims.renew(this.#claimed);
      this.#heldUntil = begun + leaseMs;
      if (isCancelled && !this.#isCancelled) this.#controller.abort(new JobInterrupted('cancelled'));
      else if (await mustWait(this.#options.suspensions, this.#claimed.tenant))
        this.#controller.abort(new JobInterrupted('suspended'));
    } catch (error) {
      // A failed renewal doesn't change the lease, so the lease expires.
      if (error instanceof LeaseLost || this.#time.now() >= this.#heldUntil) this.#controller.abort(new LeaseLost());
    }
    if (this.#time.now() >= this.#stallsAt) this.#controller.abort(new JobInterrupted('stalled'));
  }

  /** Resolves when the job has ended, was returned to the queue, or was lost. */
  run(): Promise<void> {
    const renewal = this.#time.setInterval(() => void this.renew(), renewalMs);
    this.#running = this.#work()
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) this.#log.warn({ err: error }, 'job left to its lease');
      })
      .finally(() => renewal.cancel());
    return this.#running;
  }

  /**
   * Resolves to the work's result. After an abort, only waits for a limited time, because work that ignores the signal
   * can't commit anything.
   */
  async #runUntilAborted(context: JobContext<D>): ReturnType<RunJob<D>> {
    let timer: Timer | undefined;
    const ignored = new Promise<never>((_resolve, reject) => {
      const giveUp = () => reject(this.signal.reason);
      this.signal.addEventListener('abort', () => {
        timer = this.#time.setTimeout(giveUp, ignoredAbortMs);
      });
    });
    try {
      return await Promise.race([this.#runInSpan(context), ignored]);
    } finally {
      timer?.cancel();
    }
  }

  /**
   * Runs one attempt, or the work after a pause, in a span. Spans of everything that the work causes are its children.
   */
  #runInSpan(context: JobContext<D>): ReturnType<RunJob<D>> {
    const { job, tenant } = this.#claimed;
    const describe = () => describeJob(job, tenant);
    return inSpan(job.traceparent, describe, ({ traceparent }) =>
      this.#options.run(job, { ...context, caller: (budgetMs) => ({ ...context.caller(budgetMs), traceparent }) }),
    );
  }

  async #work(): Promise<void> {
    const { job, tenant } = this.#claimed;
    if (isExhausted(job, this.#options.maxLostLeases)) {
      return this.#isCancelled ? this.#end('cancelled') : this.#end('failed', { error: exhausted });
    }
    const context: JobContext<D> = {
      caller: (budgetMs) => toJobCaller(tenant, job, budgetMs),
      signal: this.signal,
      commit: (progress, write) => this.#commit(progress, write),
      log: this.#log,
    };
    try {
      if (this.#isCancelled) await this.#finishCancelled(context);
      else await this.#complete(await this.#runUntilAborted(context));
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** Ends a cancelled job with the remaining results of its work. */
  async #finishCancelled(context: JobContext<D>): Promise<void> {
    const finish: FinishCancelledJob<D> = this.#options.finishCancelled ?? (async () => undefined);
    const { write, ...progress } = (await finish(this.#claimed.job, context)) ?? {};
    await this.#end('cancelled', { progress, ...(write && { write }) });
    this.#log.info('job cancelled');
  }

  async #complete({ write, resumeAt, ...progress }: NonNullable<JobOutcome<D>> = {}): Promise<void> {
    if (resumeAt) return this.#reschedule(resumeAt, { ...progress, status: 'queued', attempts: 0, lost_leases: 0 });
    await this.#end('completed', { progress, ...(write && { write }) });
    this.#log.info('job completed');
  }

  async #commit(progress: JobProgress<D>, write?: JobWrite): Promise<Job<D>> {
    if (this.signal.reason instanceof LeaseLost) throw this.signal.reason;
    const begun = this.#time.now();
    const job = await this.#claims.commit(this.#claimed, progress, write).catch((error: unknown) => {
      if (error instanceof LeaseLost) this.#controller.abort(error);
      throw error;
    });
    this.#heldUntil = begun + leaseMs;
    this.#stallsAt = begun + this.#stallMs;
    this.#attempts = 1;
    if (job.cancel_requested_at && !this.#isCancelled) {
      this.#endsAtCommit = true;
      this.#controller.abort(new JobInterrupted('cancelled'));
    }
    this.signal.throwIfAborted();
    return job;
  }

  async #fail(error: unknown): Promise<void> {
    const { reason }: { readonly reason: unknown } = this.signal;
    const why = reason instanceof JobInterrupted ? reason.why : null;
    if (reason instanceof LeaseLost || error instanceof LeaseLost || why === 'stopping') return;
    // The job continues from its last commit when the workspace is resumed.
    if (why === 'suspended') return this.#reschedule(this.#claims.later(0), { attempts: this.#attempts - 1 });
    if (why === 'cancelled' && !this.#endsAtCommit && this.#options.finishCancelled) {
      // A call may still be running. The next worker finds its result.
      return this.#reschedule(this.#claims.later(0));
    }
    if (why === 'cancelled') {
      await this.#end('cancelled');
      this.#log.info('job cancelled');
      return;
    }
    const decision = decideFailure(error, this.#attempts);
    if ('error' in decision) {
      this.#log.warn({ err: error }, 'job failed');
      return this.#isCancelled ? this.#end('cancelled') : this.#end('failed', { error: decision.error });
    }
    this.#log.warn({ err: error, retry_in_ms: decision.retryInMs }, 'job is tried again');
    await this.#reschedule(this.#claims.later(decision.retryInMs));
  }

  #reschedule(resumeAt: Date, fields?: Filter): Promise<void> {
    return this.#store(() => this.#claims.reschedule(this.#claimed, resumeAt, fields));
  }

  /** Ends the job, then runs `onEnd`. A failure of `onEnd` doesn't change the end. */
  async #end(status: JobEnd, options?: EndOptions<D>): Promise<void> {
    const job = await this.#store(() => this.#claims.end(this.#claimed, status, options));
    await this.#options.onEnd?.(job).catch((error: unknown) => this.#log.warn({ err: error }, 'job cleanup failed'));
  }

  /**
   * Stores the outcome of the job. Retries after temporary failures, such as an outage of the database, while the lease
   * is held.
   */
  async #store<T>(store: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await store();
      } catch (error) {
        if (!isPassing(error) || this.#time.now() + endPauseMs >= this.#heldUntil) throw error;
        await this.#time.sleep(endPauseMs);
      }
    }
  }
}
