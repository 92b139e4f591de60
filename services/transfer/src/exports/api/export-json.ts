import type { Job } from '@plotline/kit/tasks/job';
import { toJobJson } from '@plotline/kit/tasks/job-json';
import { type ExportInput, type ExportState, findFile } from '../model/export.js';

type ExportJob = Job<{
  readonly input: ExportInput;
  readonly state: ExportState;
  readonly counts: { readonly records: number };
}>;

/** Renders an export for the public API. `toUrl` makes the link that expires at a time. */
export function toExportJson(job: ExportJob, now: Date, toUrl: (expiresAt: Date) => string) {
  const { resource, format, gzip, filters } = job.input;
  const file = findFile(job.state, now);
  const { id, status, progress, error, ...times } = toJobJson(job);
  return {
    id,
    resource,
    format,
    gzip,
    filters,
    status,
    progress,
    records: job.counts.records,
    size: job.state.file?.size ?? null,
    url: file && toUrl(file.expires_at),
    expires_at: job.state.file?.expires_at ?? null,
    error,
    ...times,
  };
}
