import type { Tenant } from '@plotline/kit/core/caller';
import { toDayStart } from '@plotline/kit/core/quota';
import type { JobData } from '@plotline/kit/tasks/job';
import type { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';

/** Counts the jobs that were created on the current day (UTC), without dry runs. */
export function countToday<D extends JobData>(
  { collection }: Pick<JobQueue<D>, 'collection'>,
  tenant: Tenant,
  now: Date,
): Promise<number> {
  const filter = { created_at: { $gte: toDayStart(now) }, 'input.dry_run': { $ne: true } };
  return collection.in(tenant).count(filter, { hint: 'created_at' });
}

/** Measures what this service keeps of a workspace: bytes of files, and imports and exports of the day. */
export async function measureUsage(
  { recordFiles, imports, exports, runtime }: Pick<Context, 'recordFiles' | 'imports' | 'exports' | 'runtime'>,
  tenant: Tenant,
): Promise<{ readonly storage_bytes: number; readonly imports: number; readonly exports: number }> {
  const now = runtime.clock();
  const [storage_bytes, importsToday, exportsToday] = await Promise.all([
    recordFiles.sumBytes(tenant),
    countToday(imports, tenant, now),
    countToday(exports, tenant, now),
  ]);
  return { storage_bytes, imports: importsToday, exports: exportsToday };
}
