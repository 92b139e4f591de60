import type { PageRequest } from './page-request.js';
import { redirect } from './send-page.js';

/** Messages with which the account page confirms the last action. */
const notices = {
  session_ended: 'The session has ended.',
  sessions_ended: 'All other sessions have ended.',
  app_withdrawn: 'The app no longer has access.',
  password_changed: 'Your password was changed. All other sessions and the access of all apps have ended.',
  two_factor_off: 'Two-factor authentication is off.',
} as const;

export type AccountNotice = keyof typeof notices;

function isNotice(text: string | null): text is AccountNotice {
  return text !== null && Object.hasOwn(notices, text);
}

/** Finds the confirmation that is named in the address. Unknown names are ignored. */
export function findNotice(done: string | null): string | undefined {
  return isNotice(done) ? notices[done] : undefined;
}

/** Redirects to the account page, which confirms the action. */
export function backToAccount({ response }: Pick<PageRequest, 'response'>, done: AccountNotice): void {
  redirect(response, `/auth/account?${new URLSearchParams({ done })}`);
}
