import { type Letter, quoteName, writeNotice } from '../../mail/model/letter.js';

const ignore = "If you didn't request this, you can ignore this email.";

/** Writes the email to a person who signs up with an address that has no account. */
export function writeSignUp(
  url: string,
  { name, workspace_name }: { readonly name: string; readonly workspace_name: string },
): Letter {
  return {
    subject: 'Confirm your email address',
    paragraphs: [
      `${quoteName(name)} asked to create the workspace ${quoteName(workspace_name)} on Plotline with this email address. To create it, confirm the address with the password that you chose:`,
    ],
    link: { label: 'Confirm this address', url },
    closing: ['The link works once, within 24 hours.', `${ignore} We won't create anything.`],
  };
}

/** Writes the email to a person who signs up with an address that already has an account. */
export function writeAccountExists(signInUrl: string): Letter {
  return {
    subject: 'You already have an account',
    paragraphs: [
      'Someone tried to sign up to Plotline with this email address, which already has an account. Sign in with it:',
    ],
    link: { label: 'Sign in', url: signInUrl },
    closing: ['You can also choose a new password on that page.', ignore],
  };
}

/**
 * Writes the invitation to a workspace. Names the workspace in the subject only if its owner is verified. Otherwise
 * anyone could sign up with a workspace name that is a message to strangers.
 */
export function writeInvitation(
  url: string,
  name: string,
  workspace: { readonly name: string; readonly isVerified: boolean },
): Letter {
  const workspaceName = quoteName(workspace.name);
  return {
    subject: workspace.isVerified ? `Join ${workspaceName} on Plotline` : "You're invited to a workspace on Plotline",
    paragraphs: [
      `Hello ${quoteName(name)},`,
      `You're invited to the workspace ${workspaceName} on Plotline. Accept the invitation here:`,
    ],
    link: { label: 'Accept the invitation', url },
    closing: ['The link works once, within 7 days.', "If you don't expect this, you can ignore this email."],
  };
}

/** Writes the email to a person who forgot the password. */
export function writePasswordReset(url: string): Letter {
  return {
    subject: 'Choose a new password',
    paragraphs: ['Someone requested a new password for your Plotline account. Choose it here:'],
    link: { label: 'Choose a new password', url },
    closing: [
      'The link works once, within one hour. Changing the password ends all sessions and the access of all apps.',
      `${ignore} Your password won't change.`,
    ],
  };
}

/** Writes the email about a changed password. */
export function writePasswordChanged(): Letter {
  return writeNotice(
    'Your password was changed',
    'The password of your Plotline account was changed. All sessions and the access of all apps have ended.',
  );
}

/** Writes the email to the new address of an account. */
export function writeEmailChange(url: string): Letter {
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      'Someone asked to use this email address for a Plotline account. Confirm it here with the password of the account:',
    ],
    link: { label: 'Confirm this address', url },
    closing: ['The link works once, within 24 hours.', `${ignore} Nothing will change.`],
  };
}

/** Writes the email to the old address of an account. */
export function writeEmailChanged(newEmail: string): Letter {
  return {
    subject: 'Your email address was changed',
    paragraphs: [`The email address of your Plotline account is now ${newEmail}. Sign in with it from now on.`],
    closing: ["If this wasn't you, contact an owner of your workspace immediately."],
  };
}
