import type { Mode } from '@plotline/kit/core/caller';
import type { Claim } from '@plotline/kit/store/idempotency/command';
import { diff, type EntryInput, type EventInput } from '@plotline/kit/store/journal/entry';
import { type Agent, changesAccess, isInvitedAnew, losesPerson } from '../model/agent.js';
import type { Reassignment } from '../model/reassignment.js';

/** Description of a change for the journal, and the resulting events. */
export interface AgentChangeDescription {
  readonly type: string;
  readonly description: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Public event to publish. */
  readonly event?: string;
  readonly reassignment?: Reassignment;
  /** Set only for a deactivation: whether the person's keys are revoked, and the name of the person who decided it. */
  readonly ending?: { readonly revoke_keys: boolean; readonly by: string };
  /** Claim of the request whose stored response the change amends. */
  readonly amends?: Claim;
}

/** Description of the change that records that an invitation's email was sent. */
export const invitationSent = {
  type: 'invitation_sent',
  description: 'The invitation was handed to the mail server.',
} as const;

/** Description of the change that leaves the agent without a person. */
export const personMoved = {
  type: 'person_moved',
  description: 'The person accepted the invitation of another agent.',
} as const;

/** Creates the event that makes the pipeline service move the leads. */
export function toReassignmentEvent(reassignment: Reassignment): EventInput {
  return { name: 'reassignment.requested', data: reassignment };
}

/**
 * Creates the events for the caches of the gateways. Without these events, the gateways would notice the change within
 * a second. Agents of the sandbox are only data and have no accounts.
 */
function toAccessEvents(mode: Mode, before: Agent, after: Agent): EventInput[] {
  if (mode === 'sandbox' || !changesAccess(before, after)) return [];
  return [{ name: 'agent.access_changed', data: { agent_id: after.id }, mandatory: false }];
}

/** Creates the events for the auth service, which sends the invitation. Agents of the sandbox get no email. */
export function toInvitationEvents(mode: Mode, { id, version, email, name }: Agent): EventInput[] {
  if (mode === 'sandbox') return [];
  return [{ name: 'agent.invited', data: { agent_id: id, agent_version: version, email, name } }];
}

/**
 * Creates the events that make the auth service end the person's other access and notify the owners. Agents of the
 * sandbox are only data and have no accounts.
 */
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

/**
 * Creates the journal entry of a change, with its events. Null when no public field changed and no person left the
 * agent.
 */
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
