import type { WindowUsage } from './fixed-window.js';

/** Limits that a plan sets for a workspace on one host. */
export interface PlanLimits {
  readonly maxPerMinute: number;
  /** Null means unlimited. */
  readonly maxPerDay: number | null;
  /** Requests in flight at the same time. */
  readonly maxInFlight: number;
}

/** Usage of a workspace's plan, including the current request. */
export interface PlanUsage {
  readonly minute: WindowUsage;
  readonly day: WindowUsage;
}

/** Limits of a person at the dashboard, across all workspaces and both modes. */
export const personLimits = { maxPerMinute: 600, maxInFlight: 25 } as const;

/** Requests per minute of an authenticated OAuth client, and of a vendor to the hook of one connection. */
export const otherLimits = { client: 600, hook: 600 } as const;

/** Requests without a valid credential, per address. */
export const maxPerMinuteAndAddress = 120;

const starter: PlanLimits = { maxPerMinute: 60, maxPerDay: 10_000, maxInFlight: 10 };

/** The plans by name. */
export const plans: ReadonlyMap<string, PlanLimits> = new Map([
  ['starter', starter],
  ['professional', { maxPerMinute: 120, maxPerDay: 50_000, maxInFlight: 25 }],
  ['enterprise', { maxPerMinute: 600, maxPerDay: null, maxInFlight: 100 }],
]);

/** Returns the limits of a plan times `factor`. An unknown plan has the limits of `starter`. */
export function getPlanLimits(plan: string, factor: number): PlanLimits {
  const { maxPerMinute, maxPerDay, maxInFlight } = plans.get(plan) ?? starter;
  return {
    maxPerMinute: maxPerMinute * factor,
    maxPerDay: maxPerDay === null ? null : maxPerDay * factor,
    maxInFlight: maxInFlight * factor,
  };
}
