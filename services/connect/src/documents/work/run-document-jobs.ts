import type { Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { backoff } from '@plotline/kit/core/time';
import { addDelay, createDeferredWorker, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import type { DocumentTask, SaleDocument } from '../model/document.js';
import type { JobState } from '../store/document-jobs.js';
import { carryOut, openVendor } from './carry-out.js';
import { createDocumentCaller, recordFailure } from './change-in-background.js';

const intervalMs = 1_000;
const maxBatch = 5;
/** Maximum workspaces that are served at the same time. One workspace's slow vendor then doesn't delay the others. */
const maxWorkspaces = 8;
/** Time after which a workspace begins no further task in its turn. */
const turnMs = 3_000;
/** A task waits while its connection is not active. Enabling it makes the task due immediately. */
const inactivePauseMs = 3_600_000;
/** The base pause is at least as long as a vendor may work on a request whose answer was lost. */
const pauses = { baseMs: 30_000, capMs: 4 * 3_600_000 };
/** Maximum attempts, made over about five days. After that, a person must decide. */
const maxAttempts = 40;

const deleted = { code: 'credentials_refused', message: 'The connection was deleted.' } as const;

/** A failed attempt at the task of a document. */
interface FailedAttempt {
  readonly task: DocumentTask;
  readonly attempts: number;
}

/**
 * Returns whether a failure is final because a retry would be refused too. Filing a signed document is always retried.
 */
function isFinalFailure(isRefused: boolean, { task, attempts }: FailedAttempt): boolean {
  return attempts >= maxAttempts || (isRefused && task !== 'file');
}

/** Creates the worker that carries out pending tasks of documents at vendors. */
export function createDocumentWorker(context: Context): PeriodicTask {
  const { connections, documents, documentJobs, clock, runtime } = context;

  /** Records the vendor's failure. Returns when to try again. */
  async function failAtVendor(
    tenant: Tenant,
    job: SubjectJob<JobState>,
    error: VendorFailure,
    { task, attempts }: FailedAttempt,
  ): Promise<NextRun> {
    const { code, message, retryAfterMs } = error;
    const isOver = isFinalFailure(code === 'request_refused', { task, attempts });
    const caller = createDocumentCaller(tenant, job.request_id);
    await recordFailure(context, caller, job.subject_id, { task, error: { code, message }, isOver });
    if (isOver) return null;
    // The connection needs attention now, so the task waits.
    if (code === 'credentials_refused') return { resume_at: addDelay(clock(), inactivePauseMs) };
    const pauseMs = Math.max(retryAfterMs, backoff({ attempt: attempts - 1, ...pauses }));
    return { resume_at: addDelay(clock(), pauseMs), state: { attempts } };
  }

  async function fail(tenant: Tenant, job: SubjectJob<JobState>, error: unknown, task: DocumentTask): Promise<NextRun> {
    const attempts = (job.state?.attempts ?? 0) + 1;
    if (error instanceof VendorFailure) return failAtVendor(tenant, job, error, { task, attempts });
    const caller = createDocumentCaller(tenant, job.request_id);
    runtime.log.warn({ err: error, document: job.subject_id, attempts }, 'a task of a document failed');
    const isMissing = error instanceof Problem && error.code === 'NOT_FOUND';
    if (isFinalFailure(isMissing, { task, attempts })) {
      const message = isMissing ? 'The file of the document was deleted.' : 'The document could not be processed.';
      await recordFailure(context, caller, job.subject_id, {
        task,
        error: { code: 'request_refused', message },
        isOver: true,
      });
      return null;
    }
    return { resume_at: addDelay(clock(), backoff({ attempt: attempts - 1, ...pauses })), state: { attempts } };
  }

  async function runTask(tenant: Tenant, job: SubjectJob<JobState>, document: SaleDocument): Promise<NextRun> {
    const caller = createDocumentCaller(tenant, job.request_id);
    const connection = await connections.get(tenant, document.connection_id ?? '');
    if (!connection) {
      await recordFailure(context, caller, document.id, { task: document.pending, error: deleted, isOver: true });
      return null;
    }
    if (connection.status !== 'active') return { resume_at: addDelay(clock(), inactivePauseMs) };
    await carryOut(context, caller, document, openVendor(context, caller, connection));
    return null;
  }

  async function run(tenant: Tenant, job: SubjectJob<JobState>): Promise<NextRun> {
    const document = await documents.get(tenant, job.subject_id);
    if (!document || document.pending === null) return null;
    const { pending } = document;
    return runTask(tenant, job, document).catch((error: unknown) => fail(tenant, job, error, pending));
  }

  return createDeferredWorker<SubjectJob<JobState>>({
    name: 'document-jobs',
    intervalMs,
    maxBatch,
    maxWorkspaces,
    jobs: documentJobs.jobs,
    clock,
    runtime,
    run: runEach(run, turnMs),
  });
}
