import type { Caller } from '@plotline/kit/caller';
import type { Job } from '@plotline/kit/jobs/job';
import { JobQueue } from '@plotline/kit/jobs/job-queue';
import type { Filter } from '@plotline/kit/mongo/records';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type ExportInput, type ExportState, listReadable } from '../domain/export.js';

export interface ExportData {
  readonly input: ExportInput;
  readonly state: ExportState;
  readonly counts: { readonly records: number };
}

export type ExportJob = Job<ExportData>;

export function createExportQueue(runtime: ServiceRuntime): JobQueue<ExportData> {
  return new JobQueue<ExportData>(runtime, { collection: 'exports', kind: 'export', prefix: 'exp' });
}

/**
 * Whether the caller sees exports that others asked for. A file has what the person who asked for it may view, which is more than
 * an agent may; API keys act for the workspace.
 */
function canViewAll({ type, role }: Caller['actor']): boolean {
  return type !== 'user' || role === 'owner' || role === 'admin';
}

/** The exports that the caller may see, as a filter. */
export function matchVisible({ actor, scopes }: Caller): Filter {
  const own = canViewAll(actor) ? {} : { 'requested_by.actor.id': actor.id };
  return { resource: { $in: listReadable(scopes) }, ...own };
}

/** Whether the caller may see the export. */
export function canView({ actor, scopes }: Caller, { input, requested_by }: ExportJob): boolean {
  return listReadable(scopes).includes(input.resource) && (canViewAll(actor) || requested_by.actor.id === actor.id);
}
