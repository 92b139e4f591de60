import { noContent } from '@plotline/kit/core/answer';
import { Problem } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { assertRecent, type SignedIn } from '../../sessions/api/signed-in.js';
import { writeTwoFactorRemoved } from '../model/notices.js';
import { proveCode } from './use-code.js';

/**
 * Removes the second factor, if there is one. Needs one of its codes. Rejects with CONFLICT if a workspace requires the
 * factor, with VALIDATION_ERROR for a missing or wrong code, and with FORBIDDEN unless the sign-in was recent.
 */
export async function removeTwoFactor(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  code: string | undefined,
): Promise<void> {
  assertRecent(context, signedIn);
  const { person, access } = signedIn;
  const requiring = access.find(({ requiresTwoFactor }) => requiresTwoFactor);
  if (requiring) {
    throw new Problem('CONFLICT', `${requiring.workspace.name} requires a second factor.`, {
      reason: 'two_factor_required',
    });
  }
  await proveCode(context, command, person, code);
  await changeAndTell(context, command, person.id, (now) =>
    now.two_factor
      ? {
          person: { ...now, two_factor: null },
          type: 'two_factor_removed',
          description: 'The second factor was removed.',
          letter: writeTwoFactorRemoved(),
        }
      : null,
  );
}

/** DELETE /auth/two-factor. The code is in a header, because a DELETE has no body. */
export function removeTwoFactorHandler(context: Context): Handler {
  return async (call) => {
    await removeTwoFactor(context, call, signedInOf(call), call.header('x-two-factor-code'));
    return noContent();
  };
}
