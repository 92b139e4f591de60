import type { PageRequest } from './page-request.js';
import { redirect } from './send-page.js';

/** Messages that confirm the last action on the account page. */
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

/** Finds the confirmation that the URL names. Unknown names are ignored. */
export function findNotice(done: string | null): string | undefined {
  return isNotice(done) ? notices[done] : undefined;
}

/** Redirects to the account page, which confirms the action. */
export function backToAccount({ response }: Pick<PageRequest, 'response'>, done: AccountNotice): void {
  redirect(response, `/auth/account?${new URLSearchParams({ done })}`);
}
