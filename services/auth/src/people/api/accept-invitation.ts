import { createSystemCaller } from '@plotline/kit/core/caller';
import { conflict, Problem, unavailable } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { createPerson, hasTwoFactor, type Person, parsePersonName } from '../../directory/model/person.js';
import type { TeamUpdate } from '../../directory/model/team-update.js';
import { asPerson, liveTenant } from '../../directory/store/tenants.js';
import { passOnNow } from '../../directory/work/tell-team.js';
import { type InvitedAgent, type Link, linkNotValid } from '../../mail/model/link.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { startSession } from '../../sessions/api/start-session.js';
import type { Client } from '../../sessions/store/sessions.js';
import { useCode } from '../../two-factor/api/two-factor-codes.js';
import { hashNewPassword } from '../store/new-password.js';
import { provePassword } from './prove-password.js';

/** An invitation that can be accepted now. */
interface OpenInvitation {
  readonly link: Link;
  readonly invitation: InvitedAgent;
  /** Who has the address, if anybody has an account with it. */
  readonly person: Person | null;
}

/** Asks the team service: an agent who was deactivated, or who has another email by now, is not invited any more. */
async function findInvitation(context: Context, token: string): Promise<OpenInvitation> {
  const link = await context.links.find(token);
  const { invitation, email } = link;
  if (!invitation) throw linkNotValid();
  const { workspace_id, agent_id } = invitation;
  const caller = createSystemCaller(liveTenant(workspace_id), 'invitation', link.id);
  const [agent] = await context.agents.find(caller, [agent_id]);
  if (agent?.status !== 'invited' || agent.email !== email) throw linkNotValid();
  return { link, invitation, person: await context.people.findByEmail(email) };
}

/** What the page of an invitation shows. */
export interface InvitationDetails {
  readonly email: string;
  readonly name: string;
  readonly workspaceName: string;
  /** `new_person` chooses a password, `known_person` signs in with it, `signed_in` is signed in with that address. */
  readonly invitee: 'new_person' | 'known_person' | 'signed_in';
}

/** Reads an invitation without redeeming it. Rejects with VALIDATION_ERROR. */
export async function readInvitation(
  context: Context,
  token: string,
  signedIn: SignedIn | null,
): Promise<InvitationDetails> {
  const { link, invitation, person } = await findInvitation(context, token);
  const workspace = await context.workspaces.get(invitation.workspace_id);
  const isSignedIn = person !== null && signedIn?.person.id === person.id;
  const invitee = person === null ? 'new_person' : isSignedIn ? 'signed_in' : 'known_person';
  return { email: link.email, name: invitation.name, workspaceName: workspace?.name ?? '', invitee };
}

export interface Acceptance {
  readonly token: string;
  /** Of a new person; the invited name unless given. */
  readonly name?: string | undefined;
  /** A new person's choice, or the password of the account that has the address. */
  readonly password?: string | undefined;
  /** Of the second factor, where the account has one. */
  readonly code?: string | undefined;
}

/** The person who has an account with the address, who must be signed in or prove the password. */
async function proveIdentity(
  context: Context,
  command: Command,
  person: Person,
  { password, code }: Acceptance,
  client: Client,
  signedIn: SignedIn | null,
): Promise<Person> {
  if (signedIn?.person.id === person.id) return person;
  if (!password) {
    const message = 'There is an account with this address: sign in with it to accept.';
    throw new Problem('UNAUTHORIZED', message, { reason: 'sign_in_required' });
  }
  const proven = await provePassword(context, { email: person.email, password }, client.address);
  if (!proven) throw new Problem('UNAUTHORIZED', 'The password is wrong.', { reason: 'wrong_credentials' });
  if (!hasTwoFactor(proven)) return proven;
  if (code) return useCode(context, command, proven, code);
  throw new Problem('UNAUTHORIZED', 'The code of the second factor is needed, too.', { reason: 'two_factor_required' });
}

async function createInvitee(
  { clock, workspaces }: Context,
  { link, invitation }: OpenInvitation,
  acceptance: Acceptance,
): Promise<Person> {
  const name = acceptance.name ? parsePersonName(acceptance.name) : invitation.name;
  const workspace = await workspaces.get(invitation.workspace_id);
  const owner = { email: link.email, workspaceNames: workspace ? [workspace.name] : [] };
  const password_hash = await hashNewPassword(acceptance.password ?? '', owner);
  const now = clock();
  return { ...createPerson({ email: link.email, name }, newId('user'), now), password_hash, email_confirmed_at: now };
}

/** Somebody who is active in the workspace already, as another agent, does not become a second one. */
async function assertNotMember({ memberships, agents }: Context, { workspace_id }: InvitedAgent, person: Person) {
  const agentId = await memberships.findAgent(workspace_id, person.id);
  if (agentId === null) return;
  const caller = createSystemCaller(liveTenant(workspace_id), 'invitation', person.id);
  const [agent] = await agents.find(caller, [agentId]);
  if (agent?.status === 'active') throw conflict('You work in this workspace already.');
}

/**
 * Accepts an invitation: who is new chooses a password, who has an account must be signed in or prove it. Resolves to a new session, as those
 * from before are not good for the workspace. Rejects with VALIDATION_ERROR for a link that is not valid or a password that is not fit;
 * with UNAUTHORIZED and the reason `sign_in_required`, `wrong_credentials`, `two_factor_required` or `wrong_code`; with CONFLICT for
 * somebody who works there already; with SERVICE_UNAVAILABLE when the team service could not be told: the invitation is accepted then, and a
 * worker tells it.
 */
export async function acceptInvitation(
  context: Context,
  command: Command,
  acceptance: Acceptance,
  client: Client,
  signedIn: SignedIn | null,
): Promise<SignedIn> {
  const { links, people, memberships, teamUpdates } = context;
  const open = await findInvitation(context, acceptance.token);
  const { link, invitation } = open;
  const person = open.person
    ? await proveIdentity(context, command, open.person, acceptance, client, signedIn)
    : await createInvitee(context, open, acceptance);
  if (open.person) await assertNotMember(context, invitation, person);
  const { workspace_id, agent_id } = invitation;
  const { accepted, moved } = await commitWithMail(context, asPerson(command, person), async (session, at) => {
    await links.redeem(session, link);
    // Somebody else may have got the account meanwhile: then the link is redeemed by signing in.
    if (!open.person && (await people.findByEmail(link.email)))
      throw conflict('The account was created meanwhile: sign in.');
    if (!open.person) await people.add(session, person);
    const left = await memberships.join(session, { workspace_id, person_id: person.id, agent_id, created_at: at });
    const add = (update: TeamUpdate) => teamUpdates.add(session, workspace_id, update);
    const updates = {
      accepted: await add({ kind: 'invitation_accepted', agent_id, email: link.email, name: person.name, at }),
      moved: left === null ? null : await add({ kind: 'person_moved', agent_id: left, email: '', name: '', at }),
    };
    const attributes = { workspace_ids: [workspace_id], agent_id };
    const entry = {
      subject: person.id,
      type: 'invitation_accepted',
      description: 'An invitation was accepted.',
      attributes,
      events: [],
    };
    return { entries: [entry], result: updates };
  });
  if (!(await passOnNow(context, accepted))) {
    throw unavailable('The invitation is accepted; sign in in a moment.', 'the team service is away');
  }
  if (moved) await passOnNow(context, moved);
  return startSession(context, command, person, client);
}
