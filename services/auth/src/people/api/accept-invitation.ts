import type { IncomingHttpHeaders } from 'node:http';
import { conflict, Problem, unavailable } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { assertCsrfToken, csrfHeader } from '@plotline/kit/http/cookies';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { createPerson, hasTwoFactor, type Person, parsePersonName } from '../../directory/model/person.js';
import type { TeamUpdate } from '../../directory/model/team-update.js';
import { asPerson } from '../../directory/store/tenants.js';
import { findRole } from '../../directory/work/refresh-roles.js';
import { passOnNow } from '../../directory/work/tell-team.js';
import type { InvitedAgent } from '../../mail/model/link.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { createdSession } from '../../sessions/api/created-session.js';
import { toClient } from '../../sessions/api/origin.js';
import { readSessionToken } from '../../sessions/api/session-cookie.js';
import { findSignedIn, type SignedIn } from '../../sessions/api/signed-in.js';
import { startSession } from '../../sessions/api/start-session.js';
import type { Client } from '../../sessions/store/sessions.js';
import { useCode } from '../../two-factor/api/use-code.js';
import { hashNewPassword } from '../store/new-password.js';
import { findInvitation, type OpenInvitation } from './open-invitation.js';
import { provePassword } from './prove-password.js';

export interface Acceptance {
  readonly token: string;
  /** Name of a new person. Defaults to the name in the invitation. */
  readonly name?: string | undefined;
  /** Password that a new person chooses, or the password of the existing account. */
  readonly password?: string | undefined;
  /** Code of the second factor, if the account has one. */
  readonly code?: string | undefined;
}

/** Returns the person who owns the account with the address, if they are signed in or prove the password. */
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
    const message = 'This address has an account. Sign in with it to accept.';
    throw new Problem('UNAUTHORIZED', message, { reason: 'sign_in_required' });
  }
  const proven = await provePassword(context, { email: person.email, password }, client.address);
  if (!proven) throw new Problem('UNAUTHORIZED', 'The password is wrong.', { reason: 'wrong_credentials' });
  if (!hasTwoFactor(proven)) return proven;
  if (code) return useCode(context, command, proven, code);
  throw new Problem('UNAUTHORIZED', 'A code of the second factor is also required.', { reason: 'two_factor_required' });
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

/** Throws CONFLICT if the person is already active in the workspace as a different agent. */
async function assertNotMember(context: Context, { workspace_id }: InvitedAgent, person: Person) {
  const agentId = await context.memberships.findAgent(workspace_id, person.id);
  if (agentId === null) return;
  const assignment = await findRole(context, workspace_id, agentId);
  if (assignment?.status === 'active') throw conflict('You are already a member of this workspace.');
}

/**
 * Accepts an invitation. A new person chooses a password; a person with an account must be signed in or prove the
 * password. Resolves to a new session, because older sessions give no access to the workspace. Rejects with
 * VALIDATION_ERROR for an invalid link or a password that isn't allowed. Rejects with UNAUTHORIZED and the reason
 * `sign_in_required`, `wrong_credentials`, `two_factor_required` or `wrong_code`. Rejects with CONFLICT for a person
 * who already works there. Rejects with SERVICE_UNAVAILABLE if the team service could not be reached. In that last case
 * the invitation is accepted, and a worker notifies the team service later.
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
    // The account may have been created in the meantime. Then the person accepts the invitation by signing in.
    if (!open.person && (await people.findByEmail(link.email)))
      throw conflict('The account was created in the meantime. Sign in.');
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
    throw unavailable('The invitation is accepted. Sign in in a moment.', 'the team service is unavailable');
  }
  if (moved) await passOnNow(context, moved);
  return startSession(context, command, person, client);
}

/** Finds the person who is signed in when they call a public operation, if any. A cookie needs the CSRF token. */
async function findVisitor(context: Context, { header, caller }: Call): Promise<SignedIn | null> {
  const headers: IncomingHttpHeaders = { authorization: header('authorization'), cookie: header('cookie') };
  const sent = readSessionToken(headers, context.authUrl);
  const signedIn = sent && (await findSignedIn(context, sent.token, caller));
  if (!signedIn) return null;
  if (sent.isCookie) assertCsrfToken(sent.token, header(csrfHeader));
  return signedIn;
}

/** POST /auth/invitations/accept */
export function acceptInvitationHandler(context: Context): Handler<Acceptance> {
  return async (call) => {
    const signedIn = await findVisitor(context, call);
    return createdSession(context, call, await acceptInvitation(context, call, call.body, toClient(call), signedIn));
  };
}
