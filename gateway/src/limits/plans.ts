/** What a plan allows a workspace on one host (contract, part 8). */
export interface PlanLimits {
  readonly perMinute: number;
  /** Null is unlimited. */
  readonly perDay: number | null;
  /** Requests in flight at once. */
  readonly burst: number;
}

/** Failed and anonymous requests per minute and address (decisions, "Rate limits"). */
export const perMinuteAndAddress = 120;

const starter: PlanLimits = { perMinute: 60, perDay: 10_000, burst: 10 };

const plans: ReadonlyMap<string, PlanLimits> = new Map([
  ['starter', starter],
  ['professional', { perMinute: 120, perDay: 50_000, burst: 25 }],
  ['enterprise', { perMinute: 600, perDay: null, burst: 100 }],
]);

/** The limits of a plan, times `factor`; a plan that is not known here yet has the smallest. */
export function limitsOfPlan(plan: string, factor: number): PlanLimits {
  const { perMinute, perDay, burst } = plans.get(plan) ?? starter;
  return { perMinute: perMinute * factor, perDay: perDay === null ? null : perDay * factor, burst: burst * factor };
}
