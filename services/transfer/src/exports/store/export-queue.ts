import type { Caller, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Filter } from '@plotline/kit/store/records/records';
import type { Job } from '@plotline/kit/tasks/job';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import { type ExportInput, type ExportState, linkLifetimeMs, listReadable } from '../model/export.js';

export interface ExportData {
  readonly input: ExportInput;
  readonly state: ExportState;
  readonly counts: { readonly records: number };
}

export type ExportJob = Job<ExportData>;

export function createExportQueue(runtime: ServiceRuntime, suspensions?: Suspensions): JobQueue<ExportData> {
  const names = { collection: 'exports', kind: 'export', prefix: 'exp' };
  return new JobQueue<ExportData>(runtime, { ...names, suspensions });
}

/** Files of the workspace's exports with valid links. */
export interface KeptFiles {
  readonly bytes: number;
  /** Time at which the first of the links expires; null when there is none. */
  readonly firstEnd: Date | null;
}

/** Measures the stored files, without files that are being written. */
export async function measureKeptFiles(
  { collection }: Pick<JobQueue<ExportData>, 'collection'>,
  tenant: Tenant,
  now: Date,
): Promise<KeptFiles> {
  const isKept = {
    updated_at: { $gte: new Date(now.getTime() - linkLifetimeMs) },
    status: 'completed',
    'state.file.expires_at': { $gt: now },
  };
  const sum = { _id: null, bytes: { $sum: '$state.file.size' }, firstEnd: { $min: '$state.file.expires_at' } };
  const records = collection.in(tenant);
  const [kept] = await records.aggregate<KeptFiles>([{ $match: isKept }, { $group: sum }], { hint: 'updated_at' });
  return kept ?? { bytes: 0, firstEnd: null };
}

/**
 * Returns whether the caller may see the exports of other people. An export's file contains the records that its
 * requester may view, and an agent may view fewer. API keys act for the workspace.
 */
function canViewAll({ type, role }: Caller['actor']): boolean {
  return type !== 'user' || role === 'owner' || role === 'admin';
}

/** Returns the filter for the exports that the caller may see. */
export function matchVisible({ actor, scopes }: Caller): Filter {
  const own = canViewAll(actor) ? {} : { 'requested_by.actor.id': actor.id };
  return { resource: { $in: listReadable(scopes) }, ...own };
}

function canView({ actor, scopes }: Caller, { input, requested_by }: ExportJob): boolean {
  return listReadable(scopes).includes(input.resource) && (canViewAll(actor) || requested_by.actor.id === actor.id);
}

/** Returns the export. Rejects with NOT_FOUND if there is none, or the caller may not see it. */
export async function getVisible(exports: JobQueue<ExportData>, caller: Caller, id: string): Promise<ExportJob> {
  const job = await exports.get(caller, id);
  if (!job || !canView(caller, job)) throw notFound();
  return job;
}
