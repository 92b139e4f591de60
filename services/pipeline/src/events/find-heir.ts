import type { Caller } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import type { Departure } from '../store/departures.js';

type Parts = Pick<Context, 'agents' | 'departures'>;

/** A departure that says who takes the leads. */
export type Handover = Departure & { readonly heir_id: string };

export function isHandover(departure: Departure | null): departure is Handover {
  return departure !== null && departure.heir_id !== null;
}

/** Who an agent's leads go to as things are now. */
export interface Succession {
  readonly heirId: string;
  /** Whether the agent has come back. */
  readonly returned: boolean;
}

/**
 * The named heir, that one's heir and so on. An heir was there when named, so whoever is gone by now left after that: an
 * earlier departure is one from which the heir had come back. As times only grow, the chain has an end.
 */
async function chainOf({ departures }: Parts, caller: Caller, { heir_id, at }: Handover): Promise<string[]> {
  const chain = [heir_id];
  let next = await departures.latest(caller, heir_id);
  for (let since = at; isHandover(next) && next.at > since; next = await departures.latest(caller, next.heir_id)) {
    chain.push(next.heir_id);
    since = next.at;
  }
  return chain;
}

/**
 * Follows a handover to the first heir who is not inactive; where all are, to the last of them. So leads end where they
 * would have, had each handover waited for the one before. Asks team once.
 */
export async function findHeir(parts: Parts, caller: Caller, handover: Handover): Promise<Succession> {
  const chain = await chainOf(parts, caller, handover);
  const found = await parts.agents.find(caller, [...new Set([handover.agent_id, ...chain])]);
  const gone = new Set(found.filter(({ status }) => status === 'inactive').map(({ id }) => id));
  const heirId = chain.find((id) => !gone.has(id)) ?? chain.at(-1) ?? handover.heir_id;
  return { heirId, returned: !gone.has(handover.agent_id) };
}
