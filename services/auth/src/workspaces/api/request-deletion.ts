import { created, noContent, ok } from '@plotline/kit/core/answer';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { invalid, notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { findOwners } from '../../directory/api/find-members.js';
import type { Workspace } from '../../directory/model/workspace.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { type Letter, toMail } from '../../mail/model/letter.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { deliverSoon } from '../../mail/work/deliver.js';
import { provePassword } from '../../people/api/prove-password.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { toClient } from '../../sessions/api/origin.js';
import { proveCode } from '../../two-factor/api/use-code.js';
import { requestDeletion, withdrawDeletion } from '../model/deletion.js';
import { writeDeletionRequested, writeDeletionWithdrawn } from '../model/deletion-letters.js';
import { toDeletionRequestJson } from './workspace-json.js';

/** The body of POST /auth/workspace/deletion-request. */
interface DeletionProof {
  readonly current_password: string;
  /** Code of the second factor, if one is set up. */
  readonly code?: string;
  readonly reason?: string | null;
}

/** Lifetime of the emails. After it, they are no longer useful. */
const mailTtlMs = 7 * 86_400_000;

/** Changes the workspace of the caller, and queues the emails to its owners in the same transaction. */
async function changeAndTell(
  context: Context,
  command: Command,
  decide: (workspace: Workspace, at: Date) => Workspace,
  entry: { readonly type: string; readonly description: string },
  letter: (workspace: Workspace) => Letter,
): Promise<Workspace> {
  const { workspaces, mails, clock } = context;
  const { workspaceId, requestId, traceparent } = command.caller;
  const system = createSystemCaller(liveTenant(workspaceId), 'deletion request', requestId, { traceparent });
  const owners = await findOwners(context, system);
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
        const expiresAt = new Date(clock().getTime() + mailTtlMs);
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

/** GET /auth/workspace/deletion-request */
export function getWorkspaceDeletion({ workspaces }: Context): Handler {
  return async ({ caller }) => {
    const request = (await workspaces.get(caller.workspaceId))?.deletion_request;
    if (!request) throw notFound();
    return ok(toDeletionRequestJson(request));
  };
}

/**
 * POST /auth/workspace/deletion-request. Needs the password and the code of the signed-in person. Rejects with
 * VALIDATION_ERROR if one of them is wrong, and with CONFLICT if the deletion is already requested.
 */
export function requestWorkspaceDeletion(context: Context): Handler<DeletionProof> {
  return async (call) => {
    const { person } = signedInOf(call);
    const { current_password: password, code, reason = null } = call.body;
    if (!(await provePassword(context, { email: person.email, password }, toClient(call).address))) {
      throw invalid({ field: 'current_password', message: 'must be your current password' });
    }
    await proveCode(context, call, person, code);
    const { deletion_request: request } = await changeAndTell(
      context,
      call,
      (before, at) => requestDeletion(before, { person, reason }, at),
      { type: 'deletion_requested', description: 'The deletion of the workspace was requested.' },
      ({ name, deletion_request }) => writeDeletionRequested(`${context.authUrl}/`, name, deletion_request),
    );
    if (!request) throw notFound();
    return created(toDeletionRequestJson(request));
  };
}

/** DELETE /auth/workspace/deletion-request. Rejects with NOT_FOUND if there is none. */
export function withdrawWorkspaceDeletion(context: Context): Handler {
  return async (call) => {
    const { person } = signedInOf(call);
    const entry = { type: 'deletion_withdrawn', description: 'The request to delete the workspace was withdrawn.' };
    await changeAndTell(context, call, withdrawDeletion, entry, ({ name }) =>
      writeDeletionWithdrawn(name, person.name),
    );
    return noContent();
  };
}
