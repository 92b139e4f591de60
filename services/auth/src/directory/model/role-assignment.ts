import { isDeepStrictEqual } from 'node:util';
import { invalid } from '@plotline/kit/core/errors';

/** Role and status of an agent. They determine the access of the agent's person, and the team service sets both. */
export interface RoleAssignment {
  /** Id of the agent. */
  readonly id: string;
  readonly version: number;
  /**
   * Version of the agent with this role and status. 0 if it was read from an older release of the team service, which
   * reports no versions.
   */
  readonly agent_version: number;
  readonly role: string;
  readonly status: string;
  /** Time when the agent last became active; null if never. */
  readonly active_since: Date | null;
  /** Time when the agent was last deactivated; null if never. */
  readonly deactivated_at: Date | null;
  /**
   * Id of the sandbox agent with the same email address. The person acts as this agent in the sandbox. Null if there is
   * none.
   */
  readonly sandbox_agent_id: string | null;
  /** Time when the team service was last notified that the person is active; null if never. */
  readonly last_active: Date | null;
}

/** Report from the team service about an agent. Times are in milliseconds since the epoch, 0 for never. */
export interface RoleReport {
  readonly agent_id: string;
  readonly agent_version: number;
  readonly role: string;
  readonly status: string;
  readonly active_since: number;
  readonly deactivated_at: number;
  readonly sandbox_agent_id?: string | undefined;
}

const toTime = (milliseconds: number) => (milliseconds === 0 ? null : new Date(milliseconds));

/** Throws VALIDATION_ERROR if a value of the report can't be stored, or if its version can't be ordered. */
export function assertComplete({ agent_id, agent_version }: RoleReport): void {
  if (agent_id === '') throw invalid({ field: 'agent_id', message: 'is required' });
  if (agent_version < 1) throw invalid({ field: 'agent_version', message: 'must be at least 1' });
}

/** Returns the assignment that the report describes. Returns `before` itself if nothing changes. */
export function replaceAssignment(before: RoleAssignment | null, report: RoleReport): RoleAssignment {
  const { agent_id: id, agent_version, role, status, active_since, deactivated_at, sandbox_agent_id } = report;
  const kept = { version: before?.version ?? 1, last_active: before?.last_active ?? null };
  const times = { active_since: toTime(active_since), deactivated_at: toTime(deactivated_at) };
  const after = { id, ...kept, agent_version, role, status, ...times, sandbox_agent_id: sandbox_agent_id ?? null };
  return before && isDeepStrictEqual(before, after) ? before : after;
}

/**
 * Returns the assignment after a report, which may be late, repeated or out of order. Returns `before` itself if
 * `before` belongs to a newer version of the agent.
 */
export function applyReport(before: RoleAssignment | null, report: RoleReport): RoleAssignment {
  return before && before.agent_version > report.agent_version ? before : replaceAssignment(before, report);
}

/**
 * Checks whether a stored assignment must be replaced by the current one. A newer version of the agent isn't a reason
 * by itself, because profile changes aren't reported. An older version is a reason: after a backup was restored, the
 * next report would be ignored.
 */
export function isStale(stored: RoleAssignment | null, current: RoleAssignment | null): boolean {
  if (!stored || !current) return stored !== current;
  if (stored.agent_version > current.agent_version) return true;
  return !isDeepStrictEqual(stored, { ...current, agent_version: stored.agent_version });
}

/**
 * Checks whether a credential that was issued at `issuedAt` gives access. A credential from before a deactivation
 * remains invalid even after the agent is reactivated.
 */
export function isActiveSince(
  { status, active_since }: Pick<RoleAssignment, 'status' | 'active_since'>,
  issuedAt: Date,
): boolean {
  return status === 'active' && (active_since === null || issuedAt >= active_since);
}
