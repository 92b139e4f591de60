import { created } from '@plotline/kit/core/answer';
import { conflict } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { assertRecent, type SignedIn } from '../../sessions/api/signed-in.js';
import { writeRecoveryCodesRenewed } from '../model/notices.js';
import { issueRecoveryCodes } from './recovery-codes.js';
import { proveCode } from './use-code.js';

/**
 * Replaces the remaining recovery codes with new ones. Needs a code of the second factor. Rejects with CONFLICT without
 * a second factor, with VALIDATION_ERROR for a missing or wrong code, and with FORBIDDEN unless the sign-in was recent.
 */
export async function renewRecoveryCodes(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  code: string | undefined,
): Promise<readonly string[]> {
  assertRecent(context, signedIn);
  const { id } = signedIn.person;
  await proveCode(context, command, signedIn.person, code);
  const { codes, issued } = issueRecoveryCodes(context);
  await changeAndTell(context, command, id, (person) => {
    if (!person.two_factor?.confirmed_at) throw conflict('No second factor is set up.');
    const two_factor = { ...person.two_factor, ...issued };
    const description = 'New recovery codes were issued.';
    const letter = writeRecoveryCodesRenewed();
    return { person: { ...person, two_factor }, type: 'recovery_codes_issued', description, letter };
  });
  return codes;
}

/** POST /auth/recovery-codes */
export function renewRecoveryCodesHandler(context: Context): Handler<{ readonly code?: string } | null> {
  return async (call) =>
    created({ recovery_codes: await renewRecoveryCodes(context, call, signedInOf(call), call.body?.code) });
}
