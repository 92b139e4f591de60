/** Quantities that a plan limits, besides requests. Each limit applies to the live data of a workspace. */
export const quotaNames = ['leads', 'properties', 'units', 'storage_bytes', 'imports', 'exports'] as const;
export type QuotaName = (typeof quotaNames)[number];

/** Quotas of a plan. Null means unlimited. */
export type Quotas = Readonly<Record<QuotaName, number | null>>;

/** Quotas that count records created per day (UTC). The other quotas count existing records. */
export const dailyQuotas: ReadonlySet<QuotaName> = new Set(['imports', 'exports']);

const gibibyte = 1_073_741_824;

const starter: Quotas = {
  leads: 250_000,
  properties: 1_000,
  units: 50_000,
  storage_bytes: 2 * gibibyte,
  imports: 200,
  exports: 200,
};

/** The only table of quotas. The limits on requests are in the gateway (gateway/src/limits/plans.ts). */
const planQuotas: ReadonlyMap<string, Quotas> = new Map([
  ['starter', starter],
  [
    'professional',
    {
      leads: 2_000_000,
      properties: 10_000,
      units: 500_000,
      storage_bytes: 20 * gibibyte,
      imports: 1_000,
      exports: 1_000,
    },
  ],
  [
    'enterprise',
    { leads: null, properties: null, units: null, storage_bytes: 200 * gibibyte, imports: null, exports: null },
  ],
]);

const unlimited: Quotas = {
  leads: null,
  properties: null,
  units: null,
  storage_bytes: null,
  imports: null,
  exports: null,
};

/** Quotas of records. They apply to live data only, because the sandbox is emptied every week. */
export type RecordQuotaName = 'leads' | 'properties' | 'units';

/** Whether quotas depend on the plan, or are turned off by the operator. */
export type QuotaMode = 'by_plan' | 'unlimited';

/** Returns the quotas of a plan. An unknown plan has the quotas of `starter`. */
export function getQuotas(plan: string, mode: QuotaMode = 'by_plan'): Quotas {
  return mode === 'unlimited' ? unlimited : (planQuotas.get(plan) ?? starter);
}
