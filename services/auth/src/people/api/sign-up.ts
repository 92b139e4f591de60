import { conflict, invalid, Problem, type ProblemDetail, toProblem } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Handler } from '@plotline/kit/http/handler';
import { toLimitedNetwork } from '@plotline/kit/http/request';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { createPerson, parseEmail, parsePersonName } from '../../directory/model/person.js';
import { createWorkspace } from '../../directory/model/workspace.js';
import { asPerson } from '../../directory/store/tenants.js';
import { passOnNow } from '../../directory/work/tell-team.js';
import { toMail } from '../../mail/model/letter.js';
import { type Link, linkLifetimesMs, linkNotValid, toLinkUrl } from '../../mail/model/link.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { toClient } from '../../sessions/api/origin.js';
import type { Client } from '../../sessions/store/sessions.js';
import { type FailureCount, tooManyAttempts } from '../../throttling/model/attempt-limits.js';
import { writeAccountExists, writeSignUp } from '../model/letters.js';
import { assertFitPassword } from '../store/new-password.js';
import { hashPassword } from '../store/password-hashing.js';

export interface SignUpRequest {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly workspace_name: string;
  /** ISO 4217. USD by default. */
  readonly currency?: string;
}

const dayMs = 24 * 3_600_000;

/**
 * Runs `prepare`, then counts a workspace for the client address. Doesn't count a request if `prepare` rejects. Rejects
 * with RATE_LIMIT_EXCEEDED after three requests within the 24 hours that begin with the first request.
 */
async function countWorkspace<T>(context: Context, { address }: Client, prepare: () => Promise<T>): Promise<T> {
  const { failures: counts, clock, maxSignUps } = context;
  const key = `sign_up address ${toLimitedNetwork(address)}`;
  const assertAtMost = (max: number, [count]: readonly FailureCount[]) => {
    if (!count || count.failures <= max) return;
    throw tooManyAttempts(count.resetAt, clock(), 'One address can create at most three workspaces a day.');
  };
  assertAtMost(maxSignUps - 1, await counts.read([key]));
  const prepared = await prepare();
  // Checked again after counting, because only three of several simultaneous requests may pass.
  assertAtMost(maxSignUps, await counts.add([key], dayMs));
  return prepared;
}

/** Collects the errors of several checks, so that a person sees all of them together. */
function createChecks() {
  const faults: ProblemDetail[] = [];
  /** Returns the result of a check, or the fallback if the check throws VALIDATION_ERROR. */
  const check = <T>(accept: () => T, fallback: T): T => {
    try {
      return accept();
    } catch (error) {
      const { code, details } = toProblem(error);
      if (code !== 'VALIDATION_ERROR') throw error;
      faults.push(...details);
      return fallback;
    }
  };
  return { faults, check };
}

/** Parses the form of a sign-up. Throws VALIDATION_ERROR with all errors, in the order of the form. */
function parseSignUp(request: SignUpRequest, now: Date) {
  const { workspace_name, password, currency = 'USD' } = request;
  const { faults, check } = createChecks();
  const name = check(() => parsePersonName(request.name), '');
  const draft = { name: workspace_name, plan: 'starter', currency };
  const workspace = check(() => createWorkspace(draft, '', now, 'workspace_name'), null);
  const email = check(() => parseEmail(request.email), '');
  check(() => assertFitPassword(password, { email, workspaceNames: [workspace_name] }), undefined);
  if (faults.length > 0 || workspace === null) throw invalid(...faults);
  return { email, name, workspace_name: workspace.name, currency: workspace.currency };
}

/**
 * Requests a workspace on the Starter plan. Creates nothing before the person confirms the address with the link in an
 * email. If the address has an account, its owner gets an email about the attempt, and the response is the same.
 * Rejects with VALIDATION_ERROR, and with FORBIDDEN if sign-up is switched off. Rejects with RATE_LIMIT_EXCEEDED after
 * three requests from the client's address in a day, or if the email address has reached its hourly limit of emails.
 */
export async function signUp(
  context: Context,
  command: Command,
  request: SignUpRequest,
  client: Client,
): Promise<void> {
  const { links, mails, people, authUrl, clock, isSignUpOpen } = context;
  if (!isSignUpOpen)
    throw new Problem('FORBIDDEN', 'Workspaces are created only by invitation.', { reason: 'sign_up_closed' });
  const { email, ...entered } = parseSignUp(request, clock());
  const password_hash = await countWorkspace(context, client, () => hashPassword(request.password));
  await commitWithMail(context, command, async (session, at) => {
    const isKnown = (await people.findByEmail(email)) !== null;
    const sign_up = { ...entered, password_hash };
    const { link, token } = await links.create(session, {
      id: newId('link'),
      purpose: 'sign_up',
      email,
      sign_up,
      isDecoy: isKnown,
    });
    const letter = isKnown
      ? writeAccountExists(`${authUrl}/auth/sign-in`)
      : writeSignUp(toLinkUrl(authUrl, 'sign_up', token), sign_up);
    const expiresAt = new Date(at.getTime() + linkLifetimesMs.sign_up);
    const mail = await mails.add(session, toMail(email, letter), {
      linkId: link.id,
      expiresAt,
      origin: 'claimant',
      whenLimited: 'refuse',
    });
    return { mails: [mail], result: undefined };
  });
}

/**
 * Redeems the link of a sign-up. Creates the person, workspace and membership in one transaction. Notifies the team
 * service about the owner, either immediately or later by a worker. If the person already has an account by then, its
 * password is kept. Throws VALIDATION_ERROR, and CONFLICT if the account is created at the same time.
 */
export async function confirmSignUp(context: Context, command: Command, link: Link): Promise<void> {
  const { links, people, workspaces, memberships, teamUpdates, clock } = context;
  const { email, sign_up } = link;
  if (!sign_up) throw linkNotValid();
  const { name, workspace_name, currency, password_hash } = sign_up;
  const known = await people.findByEmail(email);
  const now = clock();
  const created = { ...createPerson({ email, name }, newId('user'), now), password_hash, email_confirmed_at: now };
  const person = known ?? created;
  const update = await commitWithMail(context, asPerson(command, person), async (session, at) => {
    await links.redeem(session, link);
    if (!known && (await people.findByEmail(email)))
      throw conflict('The account was created in the meantime. Try again.');
    if (!known) await people.add(session, person);
    const workspace = createWorkspace({ name: workspace_name, plan: 'starter', currency }, newId('ws'), at);
    await workspaces.add(session, { ...workspace, is_self_made: true });
    const agent_id = newId('agent');
    await memberships.join(session, { workspace_id: workspace.id, person_id: person.id, agent_id, created_at: at });
    const owner = { kind: 'owner_signed_up', agent_id, email, name: person.name, at } as const;
    const description = `${person.name} signed up and created the workspace.`;
    return {
      entries: [
        {
          subject: person.id,
          type: 'signed_up',
          description,
          attributes: { workspace_ids: [workspace.id] },
          events: [],
        },
      ],
      result: await teamUpdates.add(session, workspace.id, owner),
    };
  });
  await passOnNow(context, update);
}

/** POST /auth/sign-up */
export function signUpHandler(context: Context): Handler<SignUpRequest> {
  return async (call) => {
    await signUp(context, call, call.body, toClient(call));
    return { status: 202, body: { email: call.body.email.trim().toLowerCase() } };
  };
}
