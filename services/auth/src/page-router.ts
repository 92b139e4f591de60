import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Context } from './context.js';
import { unsubscribePath } from './mail/model/unsubscription.js';
import { assets } from './pages/api/assets.js';
import { observe } from './pages/api/observe.js';
import { onlyForm, readForm, sendErrorPage } from './pages/api/serve-page.js';
import { endOtherSessions, endSession, showAccount, withdrawApp } from './people/api/account-page.js';
import { showChangeEmail, submitChangeEmail } from './people/api/change-email-page.js';
import { showChangePassword, submitChangePassword } from './people/api/change-password-page.js';
import { showConfirm, submitConfirm } from './people/api/confirm-page.js';
import { showInvitation, submitInvitation } from './people/api/invitation-page.js';
import { showReset, submitReset } from './people/api/reset-password-page.js';
import { showContinue, showSignIn, submitCode, submitSignIn } from './people/api/sign-in-page.js';
import { showSignOut, submitSignOut } from './people/api/sign-out-page.js';
import { showSignUp, submitSignUp } from './people/api/sign-up-page.js';
import { showUnsubscribe, submitUnsubscribe } from './people/api/unsubscribe-page.js';
import {
  beginTwoFactor,
  showTwoFactor,
  showTwoFactorChange,
  submitNewRecoveryCodes,
  submitTwoFactor,
  turnTwoFactorOff,
} from './two-factor/api/two-factor-page.js';

/** Browsers may cache assets forever, because an asset's path changes with its content. */
const sendAsset: RequestHandler = ({ path }, response, next) => {
  const asset = assets.get(path);
  if (!asset) return next();
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.setHeader('x-content-type-options', 'nosniff');
  response.writeHead(200, { 'content-type': asset.type, 'content-length': asset.body.length }).end(asset.body);
};

/** Creates the router of the pages. At a path that is also an API endpoint, the page serves GET requests and forms. */
export function createPageRouter(context: Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const asset = '/auth/assets/:name';
  router.get(asset, observe(context, asset), sendAsset);

  const pages: readonly (readonly [path: string, show: RequestHandler | null, submit: RequestHandler | null])[] = [
    ['/auth/sign-in', showSignIn(context), submitSignIn(context)],
    ['/auth/sign-in/code', null, submitCode(context)],
    ['/auth/sign-up', showSignUp(context), submitSignUp(context)],
    ['/auth/confirm', showConfirm(context), submitConfirm(context)],
    ['/auth/invitation', showInvitation(context), submitInvitation(context)],
    ['/auth/reset', showReset(context), submitReset(context)],
    ['/auth/continue', showContinue(context), null],
    ['/auth/sign-out', showSignOut(context), submitSignOut(context)],
    ['/auth/two-factor', showTwoFactor(context), submitTwoFactor(context)],
    ['/auth/two-factor/start', null, beginTwoFactor(context)],
    ['/auth/account', showAccount(context), null],
    ['/auth/account/email', showChangeEmail(context), submitChangeEmail(context)],
    ['/auth/account/password', showChangePassword(context), submitChangePassword(context)],
    ['/auth/account/two-factor/off', showTwoFactorChange(context, 'turn_off'), turnTwoFactorOff(context)],
    [
      '/auth/account/recovery-codes',
      showTwoFactorChange(context, 'new_recovery_codes'),
      submitNewRecoveryCodes(context),
    ],
    ['/auth/account/sessions/end', null, endOtherSessions(context)],
    ['/auth/account/sessions/:id/end', null, endSession(context)],
    ['/auth/account/apps/:id/withdraw', null, withdrawApp(context)],
  ];
  for (const [path, show, submit] of pages) {
    const observed = observe(context, path);
    if (show) router.get(path, observed, show);
    if (submit) router.post(path, onlyForm, observed, readForm, submit);
  }

  // Not `onlyForm`, because email apps may also post multipart/form-data (RFC 8058, 3.2).
  const unsubscribing = observe(context, unsubscribePath);
  router.get(unsubscribePath, unsubscribing, showUnsubscribe(context));
  router.post(unsubscribePath, unsubscribing, submitUnsubscribe(context));

  const failed: ErrorRequestHandler = (error, request, response, _next) =>
    sendErrorPage(context, request, response, error);
  router.use(failed);
  return router;
}
