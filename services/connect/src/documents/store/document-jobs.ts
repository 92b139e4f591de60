import type { Caller, Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';

/** State of a document's job: the number of failed attempts. */
export interface JobState {
  readonly attempts: number;
}

/** Jobs for documents at vendors, at most one per document. The document's `pending` field says which task to do. */
export class DocumentJobs {
  readonly jobs: SubjectJobs<JobState>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>, suspensions?: Suspensions) {
    this.jobs = new SubjectJobs<JobState>(runtime, 'document_jobs', suspensions);
  }

  /** Makes the document's task due immediately. */
  async enqueue(
    caller: Pick<Caller, 'workspaceId' | 'mode' | 'requestId'>,
    documentId: string,
    at: Date,
    session?: TransactionSession,
  ): Promise<void> {
    const { requestId } = caller;
    const work = { subjectIds: [documentId], requestId, since: at, resumeAt: at, state: { attempts: 0 } };
    await this.jobs.enqueue(caller, work, session);
  }

  /** Returns the ids of those documents whose task has a job. */
  async findQueued(tenant: Tenant, documentIds: readonly string[]): Promise<ReadonlySet<string>> {
    const ids = documentIds.map((id) => `${tenant.workspaceId}:${id}`);
    const found = await this.jobs.collection.in(tenant).find({ _id: { $in: ids } });
    return new Set(found.map(({ subject_id }) => subject_id));
  }

  /** Makes all waiting tasks due, because the connection is active again. */
  wake(tenant: Tenant, now: Date): Promise<void> {
    return this.jobs.wakeAll(tenant, now);
  }
}
