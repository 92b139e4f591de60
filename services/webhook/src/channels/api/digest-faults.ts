import type { Caller } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { findScheduleFaults, type ScheduleRequest, toSchedule } from '../model/digest-schedule.js';

interface GivenDigest {
  readonly recipients?: readonly string[] | null | undefined;
  readonly schedule?: ScheduleRequest | null | undefined;
}

/**
 * Finds the errors in an email digest that the contract can't find. `known` contains its current recipients. A
 * deactivated recipient is listed until somebody removes them, but gets no emails.
 */
export async function findDigestFaults(
  { agents }: Pick<Context, 'agents'>,
  caller: Caller,
  { recipients, schedule }: GivenDigest,
  known: readonly string[] = [],
): Promise<readonly ProblemDetail[]> {
  const given = recipients ?? [];
  const added = [...new Set(given)].filter((id) => !known.includes(id));
  const found = added.length > 0 ? await agents.find(caller, added) : [];
  const active = found.filter(({ status }) => status === 'active').map(({ id }) => id);
  const accepted = new Set([...known, ...active]);
  const message = 'must be the id of an active agent of this workspace';
  const faults = given.flatMap((id, index) => (accepted.has(id) ? [] : [{ field: `recipients[${index}]`, message }]));
  return [...faults, ...(schedule ? findScheduleFaults(toSchedule(schedule, caller.timeZone)) : [])];
}
