/** Maximum number of webhooks of a workspace in each mode, by plan. */
export type SubscriptionLimits = ReadonlyMap<string, number>;

const starter = 20;

/** Limits of the plans, unless the operator configures others. */
export const defaultSubscriptionLimits = `starter=${starter},professional=100,enterprise=500`;

/** Parses `plan=number` pairs, separated by commas. Throws an error that contains the invalid part. */
export function parseSubscriptionLimits(text: string): SubscriptionLimits {
  const limits = new Map<string, number>();
  for (const entry of text.split(',')) {
    const [, plan, number] = /^\s*([a-z_]+)\s*=\s*(\d{1,6})\s*$/.exec(entry) ?? [];
    if (plan === undefined) throw new Error(`"${entry}" is not of the form plan=number`);
    limits.set(plan, Number(number));
  }
  return limits;
}

/** Returns the limit of a plan. An unknown plan has the limit of `starter`. */
export function getSubscriptionLimit(limits: SubscriptionLimits, plan: string): number {
  return limits.get(plan) ?? limits.get('starter') ?? starter;
}
