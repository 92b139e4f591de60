import type { ConsentView } from '@plotline/auth/oauth/api/consent-view';
import { renderConsent } from '@plotline/auth/oauth/api/render-consent';
import { renderError } from '@plotline/auth/pages/api/error';
import { renderDeadLink, renderMailSent } from '@plotline/auth/pages/api/message';
import { renderChangeEmail } from '@plotline/auth/people/api/change-email-page';
import { renderChangePassword } from '@plotline/auth/people/api/change-password-page';
import { renderConfirm } from '@plotline/auth/people/api/confirm-page';
import { renderInvitation } from '@plotline/auth/people/api/invitation-page';
import { renderAccount } from '@plotline/auth/people/api/render-account';
import { renderContinue, renderSecondStep, renderSignIn } from '@plotline/auth/people/api/render-sign-in';
import { renderNewPassword, renderResetRequest } from '@plotline/auth/people/api/reset-password-page';
import { renderSignOut } from '@plotline/auth/people/api/sign-out-page';
import { renderSignUp } from '@plotline/auth/people/api/sign-up-page';
import {
  renderUnsubscribe,
  renderUnsubscribed,
  renderWrongUnsubscribeLink,
} from '@plotline/auth/people/api/unsubscribe-page';
import {
  renderRecoveryCodes,
  renderTwoFactorChange,
  renderTwoFactorSetUp,
  renderTwoFactorStart,
} from '@plotline/auth/two-factor/api/render-two-factor';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = [
  '7f3k-9qpd-x2mn',
  'c8wr-4tzb-n6hv',
  'p5gd-2kxs-r9jm',
  'v4nb-8hqc-t3fz',
  'm9tw-6dgr-k2xp',
  'h3zc-7vks-q8nd',
];

const consent: ConsentView = {
  appName: 'Portal Sync',
  registeredBy: { name: 'Harbour Homes', isOwn: true },
  returnsTo: 'portal.example',
  person: { name: 'Olu Adeyemi', email: 'olu@harbour.example' },
  scopes: [
    { scope: 'read:leads', text: 'Read your leads, their notes and activity' },
    { scope: 'write:leads', text: 'Add and change leads' },
    { scope: 'read:properties', text: 'Read your properties and units' },
  ],
  workspaces: [
    { id: 'ws_1', name: 'Harbour Homes', role: 'agent', withheld: [] },
    {
      id: 'ws_2',
      name: 'Northside Developments',
      role: 'viewer',
      withheld: [{ scope: 'write:leads', text: 'Add and change leads' }],
    },
  ],
  action: '/oauth/authorize?client_id=app_1&state=%22',
  csrfToken: 'form',
};

const account = {
  csrfToken: 'form',
  person: { name: 'Olu Adeyemi', email: 'olu@harbour.example' },
  workspaces: [
    { id: 'ws_1', name: 'Harbour Homes', role: 'owner' },
    { id: 'ws_2', name: 'Northside Developments', role: 'viewer' },
  ],
  sessions: [
    { id: 'session_1', device: 'Firefox on Linux', address: '203.0.113.7', lastUsedAt: new Date(0), isCurrent: true },
    { id: 'session_2', device: 'Safari on iPhone', address: '2001:db8::7', lastUsedAt: new Date(0), isCurrent: false },
  ],
  apps: [
    {
      grantId: 'grant_1',
      name: 'Portal Sync',
      workspaceName: 'Harbour Homes',
      scopes: ['Read your leads', 'Add and change leads'],
      grantedAt: new Date(0),
    },
  ],
  hasTwoFactor: true,
  recoveryCodesLeft: 8,
};

const invitation = {
  csrfToken: 'form',
  token: 'pl_link_1',
  workspaceName: 'Harbour Homes',
  email: 'olu@harbour.example',
};

/** Every page in each of its states, by the name of the state. */
export const samplePages: Readonly<Record<string, string>> = {
  'sign-in': renderSignIn({ csrfToken: 'form', canSignUp: true }),
  'sign-in refused': renderSignIn({
    csrfToken: 'form',
    canSignUp: true,
    email: 'olu@harbour.example',
    returnTo: '/auth/account',
    problem: { message: 'Email or password is wrong.' },
  }),
  'sign-in after a new password': renderSignIn({ csrfToken: 'form', canSignUp: false }, 'password_saved'),
  'second step': renderSecondStep({ csrfToken: 'form', step: 'sealed' }),
  'second step refused': renderSecondStep({
    csrfToken: 'form',
    step: 'sealed',
    problem: { fields: { code: 'This code is wrong or was used already.' } },
  }),
  'sign-out': renderSignOut({ csrfToken: 'form', email: 'olu@harbour.example' }),
  'sign-up': renderSignUp({ csrfToken: 'form' }),
  'sign-up refused': renderSignUp({
    csrfToken: 'form',
    name: 'Olu Adeyemi',
    workspaceName: 'Harbour Homes',
    email: 'olu@',
    problem: { fields: { email: 'This is not an email address.', password: 'This password is too common.' } },
  }),
  'mail sent': renderMailSent('olu@harbour.example'),
  'dead link': renderDeadLink(),
  'confirm a sign-up': renderConfirm({
    csrfToken: 'form',
    token: 'pl_link_1',
    email: 'olu@harbour.example',
    purpose: 'sign_up',
    problem: { fields: { password: 'This is not the password that was chosen.' } },
  }),
  'confirm a new address': renderConfirm({
    csrfToken: 'form',
    token: 'pl_link_1',
    email: 'olu@harbour.example',
    purpose: 'email_change',
  }),
  'invitation of a new person': renderInvitation({ ...invitation, invitee: 'new_person' }),
  'invitation of a known person': renderInvitation({ ...invitation, invitee: 'known_person' }),
  'invitation of a person with a second factor': renderInvitation({
    ...invitation,
    invitee: 'known_person',
    needsCode: true,
    problem: { message: 'A code of the second factor is also required.' },
  }),
  'invitation of a person who is signed in': renderInvitation({ ...invitation, invitee: 'signed_in' }),
  'reset request': renderResetRequest({ csrfToken: 'form' }),
  'new password': renderNewPassword({
    csrfToken: 'form',
    token: 'pl_link_1',
    problem: { fields: { password: 'At least 12 characters.' } },
  }),
  'change email': renderChangeEmail({ csrfToken: 'form', current: 'olu@harbour.example' }),
  'change password': renderChangePassword({ csrfToken: 'form', email: 'olu@harbour.example' }),
  'two-factor start': renderTwoFactorStart({ csrfToken: 'form', isRequired: true }),
  'two-factor set-up': renderTwoFactorSetUp({
    csrfToken: 'form',
    secret,
    uri: `otpauth://totp/Plotline:olu%40harbour.example?issuer=Plotline&secret=${secret}`,
  }),
  'recovery codes': renderRecoveryCodes({ codes }),
  'two-factor off': renderTwoFactorChange({ csrfToken: 'form', change: 'turn_off' }),
  'new recovery codes': renderTwoFactorChange({ csrfToken: 'form', change: 'new_recovery_codes' }),
  'on the way': renderContinue('/oauth/authorize?client_id=app_1'),
  consent: renderConsent(consent),
  'consent to the app of strangers': renderConsent({
    ...consent,
    registeredBy: { name: 'Northern Lights', isOwn: false },
  }),
  account: renderAccount(account),
  'account with little': renderAccount(
    { ...account, workspaces: [], apps: [], sessions: account.sessions.slice(0, 1), hasTwoFactor: false },
    'session_ended',
  ),
  unsubscribe: renderUnsubscribe({
    csrfToken: 'form',
    workspaceName: 'Harbour Homes',
    action: '/auth/unsubscribe?token=a1.b2.c3',
  }),
  unsubscribed: renderUnsubscribed('Harbour Homes', '/dashboard/ws_1/live/profile'),
  'wrong unsubscribe link': renderWrongUnsubscribeLink(),
  'unknown app': renderError({ kind: 'unknown_app' }),
  'unknown redirect': renderError({ kind: 'unknown_redirect' }),
  unreadable: renderError({ kind: 'unreadable' }),
  'stale form': renderError({ kind: 'stale_form' }),
  'not found': renderError({ kind: 'not_found', requestId: 'req_1' }),
  'too many requests': renderError({ kind: 'too_many_requests', retryAfter: 840 }),
  unavailable: renderError({ kind: 'unavailable', retryAfter: 20 }),
  failed: renderError({ kind: 'failed', requestId: 'req_1' }),
};
