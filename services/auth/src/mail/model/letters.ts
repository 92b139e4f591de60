import { type Letter, quoteLines, quoteName, quoteText } from './letter.js';

const ignore = "If you didn't request this, you can ignore this email.";

/** Writes the mail to a person who signs up with an address that has no account. */
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

/** Writes the mail to a person who signs up with an address that already has an account. */
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
 * anyone could sign up with a name that carries a message to strangers.
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

/** Writes the mail to a person who forgot the password. */
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

/** Writes the mail to the new address of an account. */
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

/** Writes the mail to the old address of an account. */
export function writeEmailChanged(newEmail: string): Letter {
  return {
    subject: 'Your email address was changed',
    paragraphs: [`The email address of your Plotline account is now ${newEmail}. Sign in with it from now on.`],
    closing: ["If this wasn't you, contact an owner of your workspace immediately."],
  };
}

/** Writes the mail to a workspace's owners after one of them requested its deletion. */
export function writeDeletionRequested(
  dashboardUrl: string,
  workspaceName: string,
  request: { readonly person_name: string; readonly reason: string | null; readonly due_at: Date } | null,
): Letter {
  if (!request) throw new Error('There is no deletion request.');
  const { person_name, reason, due_at } = request;
  return {
    subject: `${quoteName(workspaceName)} will be deleted`,
    paragraphs: [
      `${quoteName(person_name)} requested the deletion of the workspace ${quoteName(workspaceName)} with all its data. We will delete it no earlier than ${due_at.toISOString()}.`,
      ...(reason === null ? [] : [`Reason: “${quoteText(reason)}”`]),
      'Until then, every owner can cancel the deletion in the workspace settings:',
    ],
    link: { label: 'Open the dashboard', url: dashboardUrl },
    closing: ['You receive this email as an owner of the workspace.'],
  };
}

/** Writes the mail to a workspace's owners after one of them cancelled its deletion. */
export function writeDeletionWithdrawn(workspaceName: string, personName: string): Letter {
  return {
    subject: `${quoteName(workspaceName)} won't be deleted`,
    paragraphs: [
      `${quoteName(personName)} cancelled the deletion of the workspace ${quoteName(workspaceName)}. The workspace stays as it is.`,
    ],
    closing: ['You receive this email as an owner of the workspace.'],
  };
}

/** Writes a digest to its recipients, whom an owner or admin has chosen. */
export function writeDigest(
  dashboardUrl: string,
  workspaceName: string,
  { subject, paragraphs }: { readonly subject: string; readonly paragraphs: readonly string[] },
): Letter {
  const workspace = quoteName(workspaceName);
  return {
    subject: `${workspace}: ${quoteName(subject)}`,
    paragraphs: paragraphs.map(quoteLines),
    link: { label: 'Open the dashboard', url: dashboardUrl },
    closing: [`An owner or admin of the workspace ${workspace} added you to this digest and can remove you.`],
  };
}
