import type { Mode } from '@plotline/kit/core/caller';
import type { Claim } from '@plotline/kit/store/idempotency/command';
import { diff } from '@plotline/kit/store/journal/diff';
import type { EntryInput, EventInput } from '@plotline/kit/store/journal/entry';
import { type Agent, changesAccess, isInvitedAnew, losesPerson } from '../domain/agent.js';
import type { Reassignment } from './reassignments.js';

/** How the journal describes a change, and what follows from it. */
export interface AgentChangeDescription {
  readonly type: string;
  readonly description: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** The public event to publish. */
  readonly event?: string;
  readonly reassignment?: Reassignment;
  /** Of a deactivation: what becomes of the keys that the person made, and the name of who decided it. */
  readonly ending?: { readonly revoke_keys: boolean; readonly by: string };
  /** The claim of the request whose kept answer the change amends. */
  readonly amends?: Claim;
}

/** The description of the change that records an invitation's mail. */
export const invitationSent = {
  type: 'invitation_sent',
  description: 'The invitation was handed over to the mail server.',
} as const;

/** The description of the change that leaves the agent without a person. */
export const personMoved = {
  type: 'person_moved',
  description: 'The person accepted the invitation of another agent.',
} as const;

/** Pipeline consumes the event and moves the leads. */
export function toReassignmentEvent(reassignment: Reassignment): EventInput {
  return { name: 'reassignment.requested', data: reassignment };
}

/** For the caches of the gateways, which ask again within a second anyway. Agents of the sandbox are data without accounts. */
function toAccessEvents(mode: Mode, before: Agent, after: Agent): EventInput[] {
  if (mode === 'sandbox' || !changesAccess(before, after)) return [];
  return [{ name: 'agent.access_changed', data: { agent_id: after.id }, mandatory: false }];
}

/** For the auth service, which sends the invitation. Nobody is mailed about agents of the sandbox. */
export function toInvitationEvents(mode: Mode, { id, version, email, name }: Agent): EventInput[] {
  if (mode === 'sandbox') return [];
  return [{ name: 'agent.invited', data: { agent_id: id, agent_version: version, email, name } }];
}

/** For the auth service, which ends what else the person made, and tells the owners. Agents of the sandbox are data without accounts. */
function toEndingEvents(
  mode: Mode,
  before: Agent,
  { id, version, name, status }: Agent,
  ending: AgentChangeDescription['ending'],
): EventInput[] {
  const isEnding = ending && mode === 'live' && status === 'inactive' && before.status === 'active';
  return isEnding
    ? [{ name: 'agent.access_ended', data: { agent_id: id, agent_version: version, name, ...ending } }]
    : [];
}

interface EntryOptions {
  readonly mode: Mode;
  /** Renders the `data` of events. */
  readonly toJson: (agent: Agent) => object;
}

/** What the journal says of a change, with its events; null when nothing changed that is shown, and nobody left the agent. */
export function toAgentEntry(
  { mode, toJson }: EntryOptions,
  before: Agent,
  after: Agent,
  { event, reassignment, ending, amends: _amends, ...described }: AgentChangeDescription,
): EntryInput | null {
  const changes = diff(toJson(before), toJson(after));
  if (Object.keys(changes).length === 0 && !losesPerson(before, after)) return null;
  const stored = { ...after, version: before.version + 1 };
  const events = [
    ...(event ? [{ name: event, version: stored.version, data: toJson(after) }] : []),
    ...(reassignment ? [toReassignmentEvent(reassignment)] : []),
    ...(isInvitedAnew(before, after) ? toInvitationEvents(mode, stored) : []),
    ...toAccessEvents(mode, before, after),
    ...toEndingEvents(mode, before, stored, ending),
  ];
  return { ...described, subject: after.id, changes, events };
}
