import { createSystemCaller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { findOwners } from '../../directory/api/find-members.js';
import {
  type DeletionRequest,
  requestDeletion,
  type Workspace,
  withdrawDeletion,
} from '../../directory/model/workspace.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { type Letter, toMail } from '../../mail/model/letter.js';
import { writeDeletionRequested, writeDeletionWithdrawn } from '../../mail/model/letters.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { deliverSoon } from '../../mail/work/deliver.js';
import { provePassword } from '../../people/api/prove-password.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import type { Client } from '../../sessions/store/sessions.js';
import { proveCode } from '../../two-factor/api/two-factor-codes.js';

export interface DeletionProof {
  readonly current_password: string;
  /** Of the second factor, where one is set up. */
  readonly code?: string;
  readonly reason?: string | null;
}

/** The mail is of no use later. */
const ttlMs = 7 * 86_400_000;

/** Throws VALIDATION_ERROR unless password and code are those of whoever is signed in. */
async function proveIdentity(
  context: Context,
  command: Command,
  { person }: SignedIn,
  { current_password: password, code }: DeletionProof,
  { address }: Client,
): Promise<void> {
  if (!(await provePassword(context, { email: person.email, password }, address))) {
    throw invalid({ field: 'current_password', message: 'is not the password' });
  }
  await proveCode(context, command, person, code);
}

/** Changes the workspace of the caller and mails its owners what the letter says. */
async function changeAndTell(
  context: Context,
  command: Command,
  decide: (workspace: Workspace, at: Date) => Workspace,
  entry: { readonly type: string; readonly description: string },
  letter: (workspace: Workspace) => Letter,
): Promise<Workspace> {
  const { workspaces, mails, clock } = context;
  const { caller } = command;
  const owners = await findOwners(
    context,
    createSystemCaller(liveTenant(caller.workspaceId), 'deletion request', caller.requestId, {
      traceparent: caller.traceparent,
    }),
  );
  let changed: Workspace | null = null;
  let queued: (QueuedMail | null)[] = [];
  const workspace = await workspaces.change(
    command,
    (before, at) => {
      changed = decide(before, at);
      return changed;
    },
    {
      ...entry,
      write: async (session) => {
        if (!changed) return;
        queued = [];
        const expiresAt = new Date(clock().getTime() + ttlMs);
        for (const { email } of owners) {
          const mail = toMail(email, letter(changed));
          queued.push(await mails.add(session, mail, { expiresAt, origin: 'alert', whenLimited: 'wait' }));
        }
      },
    },
  );
  for (const mail of queued) deliverSoon(context, mail);
  return workspace;
}

/**
 * Records that the workspace is to be deleted, and mails all its owners. Rejects with VALIDATION_ERROR for a wrong password or code,
 * and with CONFLICT when it is requested already.
 */
export async function requestWorkspaceDeletion(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  proof: DeletionProof,
  client: Client,
): Promise<DeletionRequest | null> {
  await proveIdentity(context, command, signedIn, proof, client);
  const asked = { person: signedIn.person, reason: proof.reason ?? null };
  const entry = { type: 'deletion_requested', description: 'The deletion of the workspace was requested.' };
  const workspace = await changeAndTell(
    context,
    command,
    (before, at) => requestDeletion(before, asked, at),
    entry,
    ({ name, deletion_request }) => writeDeletionRequested(`${context.authUrl}/`, name, deletion_request),
  );
  return workspace.deletion_request;
}

/** Withdraws the request to delete the workspace, and mails all its owners. Rejects with NOT_FOUND when there is none. */
export async function withdrawWorkspaceDeletion(
  context: Context,
  command: Command,
  { person }: SignedIn,
): Promise<void> {
  const entry = { type: 'deletion_withdrawn', description: 'The request to delete the workspace was withdrawn.' };
  await changeAndTell(context, command, withdrawDeletion, entry, ({ name }) =>
    writeDeletionWithdrawn(name, person.name),
  );
}
