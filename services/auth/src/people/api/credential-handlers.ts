import { created, noContent, ok } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { createdSession, toClient } from '../../sessions/api/sessions.js';
import { resetTwoFactorOfColleague } from '../../two-factor/api/reset-two-factor.js';
import {
  confirmTwoFactor as confirmTwoFactorOf,
  removeTwoFactor as removeTwoFactorOf,
  renewRecoveryCodes as renewRecoveryCodesOf,
  startTwoFactor as startTwoFactorOf,
} from '../../two-factor/api/two-factor.js';
import { changePassword as changePasswordOf } from './change-password.js';

/** POST /auth/password */
export function changePassword(
  context: Context,
): Handler<{ readonly current_password: string; readonly new_password: string }> {
  return async (call) => {
    const { current_password: current, new_password: password } = call.body;
    const passwords = { current, password };
    const renewed = await changePasswordOf(context, call, signedInOf(call), passwords, toClient(call));
    return createdSession(context, call, renewed);
  };
}

/** POST /auth/two-factor */
export function startTwoFactor(context: Context): Handler {
  return async (call) => created(await startTwoFactorOf(context, call, signedInOf(call)));
}

/** PUT /auth/two-factor */
export function confirmTwoFactor(context: Context): Handler<{ readonly code: string }> {
  return async (call) =>
    ok({ recovery_codes: await confirmTwoFactorOf(context, call, signedInOf(call), call.body.code) });
}

interface WithCode {
  readonly code?: string;
}

/** DELETE /auth/two-factor */
export function removeTwoFactor(context: Context): Handler {
  return async (call) => {
    // A DELETE has no body.
    await removeTwoFactorOf(context, call, signedInOf(call), call.header('x-two-factor-code'));
    return noContent();
  };
}

/** POST /auth/recovery-codes */
export function renewRecoveryCodes(context: Context): Handler<WithCode | null> {
  return async (call) =>
    created({ recovery_codes: await renewRecoveryCodesOf(context, call, signedInOf(call), call.body?.code) });
}

/** POST /auth/agents/{agent_id}/reset-two-factor */
export function resetTwoFactor(context: Context): Handler {
  return async (call) => {
    await resetTwoFactorOfColleague(context, call, signedInOf(call), call.path('agent_id'));
    return noContent();
  };
}
