import { Problem } from '@plotline/kit/core/errors';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { hasTwoFactor } from '../../directory/model/person.js';
import { backToAccount } from '../../pages/api/account-notice.js';
import type { FormProblem } from '../../pages/api/form.js';
import type { PersonRequest } from '../../pages/api/page-request.js';
import { parseReturnTo } from '../../pages/api/return-to.js';
import { redirect, sendPage } from '../../pages/api/send-page.js';
import { personPage, submit } from '../../pages/api/serve-page.js';
import { removeTwoFactor } from './remove-two-factor.js';
import {
  renderRecoveryCodes,
  renderTwoFactorChange,
  renderTwoFactorSetUp,
  renderTwoFactorStart,
  type TwoFactorChangeView,
} from './render-two-factor.js';
import { renewRecoveryCodes } from './renew-recovery-codes.js';
import { confirmTwoFactor, findEnrolment, startTwoFactor } from './set-up-two-factor.js';

const path = '/auth/two-factor';

/** Renders the current step: the start page, or the secret that waits for its first code. */
function renderCurrentStep(
  context: Context,
  page: PersonRequest,
  returnTo: string | undefined,
  problem?: FormProblem,
): string {
  const { csrfToken, signedIn } = page;
  const enrolment = findEnrolment(context, signedIn);
  if (enrolment) return renderTwoFactorSetUp({ csrfToken, ...enrolment, returnTo, problem });
  const isRequired = signedIn.access.some(({ needsTwoFactor }) => needsTwoFactor);
  return renderTwoFactorStart({ csrfToken, isRequired, returnTo, problem });
}

/** Returns the path of the setup page, which continues to `returnTo`. */
function toSetUp(returnTo: string | undefined): string {
  return returnTo === undefined ? path : `${path}?${new URLSearchParams({ return_to: returnTo })}`;
}

/**
 * Runs an action that needs a recent sign-in. If the sign-in isn't recent, the person signs in again and returns to
 * `returnTo`.
 */
async function withRecentSignIn(page: PersonRequest, returnTo: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Problem) || error.reason !== 'sign_in_again') throw error;
    redirect(page.response, `/auth/sign-in?${new URLSearchParams({ return_to: returnTo, notice: 'again' })}`);
  }
}

/** GET /auth/two-factor */
export function showTwoFactor(context: Context): RequestHandler {
  return personPage(context, (page) => {
    const returnTo = parseReturnTo(page.query.get('return_to'));
    if (hasTwoFactor(page.signedIn.person)) redirect(page.response, returnTo ?? '/auth/account');
    else sendPage(page.response, renderCurrentStep(context, page, returnTo));
  });
}

/** POST /auth/two-factor/start */
export function beginTwoFactor(context: Context): RequestHandler {
  return personPage(context, (page) => {
    const { response, command, form, signedIn } = page;
    const returnTo = parseReturnTo(form.get('return_to'));
    return submit(page, {
      fields: [],
      again: (problem) => renderCurrentStep(context, page, returnTo, problem),
      run: () =>
        withRecentSignIn(page, toSetUp(returnTo), async () => {
          await startTwoFactor(context, command, signedIn);
          redirect(response, toSetUp(returnTo));
        }),
    });
  });
}

/**
 * POST /auth/two-factor. Responds with a page instead of a redirect, because only this response contains the recovery
 * codes.
 */
export function submitTwoFactor(context: Context): RequestHandler {
  return personPage(context, (page) => {
    const { response, command, form, signedIn } = page;
    const returnTo = parseReturnTo(form.get('return_to'));
    return submit(page, {
      fields: ['code'],
      again: (problem) => renderCurrentStep(context, page, returnTo, problem),
      run: () =>
        withRecentSignIn(page, toSetUp(returnTo), async () => {
          const codes = await confirmTwoFactor(context, command, signedIn, form.get('code') ?? '');
          sendPage(response, renderRecoveryCodes({ codes, returnTo }));
        }),
    });
  });
}

/** GET /auth/account/two-factor/off and /auth/account/recovery-codes */
export function showTwoFactorChange(context: Context, change: TwoFactorChangeView['change']): RequestHandler {
  return personPage(context, ({ response, csrfToken }) =>
    sendPage(response, renderTwoFactorChange({ csrfToken, change })),
  );
}

/** POST /auth/account/two-factor/off */
export function turnTwoFactorOff(context: Context): RequestHandler {
  return personPage(context, (page) =>
    submit(page, {
      fields: ['code'],
      again: (problem) => renderTwoFactorChange({ csrfToken: page.csrfToken, change: 'turn_off', problem }),
      run: () =>
        withRecentSignIn(page, '/auth/account/two-factor/off', async () => {
          await removeTwoFactor(context, page.command, page.signedIn, page.form.get('code') ?? '');
          backToAccount(page, 'two_factor_off');
        }),
    }),
  );
}

/** POST /auth/account/recovery-codes */
export function submitNewRecoveryCodes(context: Context): RequestHandler {
  return personPage(context, (page) =>
    submit(page, {
      fields: ['code'],
      again: (problem) => renderTwoFactorChange({ csrfToken: page.csrfToken, change: 'new_recovery_codes', problem }),
      run: () =>
        withRecentSignIn(page, '/auth/account/recovery-codes', async () => {
          const codes = await renewRecoveryCodes(context, page.command, page.signedIn, page.form.get('code') ?? '');
          sendPage(page.response, renderRecoveryCodes({ codes }));
        }),
    }),
  );
}
