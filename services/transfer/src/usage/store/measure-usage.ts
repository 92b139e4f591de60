import type { Tenant } from '@plotline/kit/core/caller';
import { toDayStart } from '@plotline/kit/core/quota';
import type { JobData } from '@plotline/kit/tasks/job';
import type { JobQueue } from '@plotline/kit/tasks/job-queue';

type Queue<D extends JobData> = Pick<JobQueue<D>, 'collection'>;

/** Stores from which the use is measured. */
interface Measured<I extends JobData, E extends JobData> {
  readonly recordFiles: { sumBytes(tenant: Tenant): Promise<number> };
  readonly imports: Queue<I>;
  readonly exports: Queue<E>;
}

/** Counts the jobs that were created on the current day (UTC), without dry runs. */
export function countToday<D extends JobData>({ collection }: Queue<D>, tenant: Tenant, now: Date): Promise<number> {
  const filter = { created_at: { $gte: toDayStart(now) }, 'input.dry_run': { $ne: true } };
  return collection.in(tenant).count(filter, { hint: 'created_at' });
}

/** Measures a workspace's use of this service: bytes of files, and imports and exports of the day. */
export async function measureUsage<I extends JobData, E extends JobData>(
  { recordFiles, imports, exports }: Measured<I, E>,
  tenant: Tenant,
  now: Date,
): Promise<{ readonly storage_bytes: number; readonly imports: number; readonly exports: number }> {
  const [storage_bytes, importsToday, exportsToday] = await Promise.all([
    recordFiles.sumBytes(tenant),
    countToday(imports, tenant, now),
    countToday(exports, tenant, now),
  ]);
  return { storage_bytes, imports: importsToday, exports: exportsToday };
}
