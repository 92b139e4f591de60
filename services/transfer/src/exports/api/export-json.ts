import type { Tenant } from '@plotline/kit/core/caller';
import { toJobJson } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { createLinkToken } from '../../files/model/signed-link.js';
import { findFile } from '../model/export.js';
import type { ExportJob } from '../store/export-queue.js';

/** Creates the function that renders exports of a workspace for the public API, with links to their files. */
export function createExportRendering({ runtime, linkKeys, authUrl }: Context, tenant: Tenant) {
  const toUrl = (exportId: string, expiresAt: Date) =>
    `${authUrl}/downloads/${createLinkToken('download', { tenant, id: exportId }, expiresAt, linkKeys)}`;
  return (job: ExportJob) => {
    const { resource, format, gzip, bom = false, filters } = job.input;
    const file = findFile(job.state, runtime.clock());
    const { id, status, progress, error, ...times } = toJobJson(job);
    return {
      id,
      resource,
      format,
      gzip,
      bom,
      filters,
      status,
      progress,
      records: job.counts.records,
      size: job.state.file?.size ?? null,
      url: file && toUrl(id, file.expires_at),
      expires_at: job.state.file?.expires_at ?? null,
      error,
      ...times,
    };
  };
}
