import { type Letter, quoteLines, quoteName, quoteText } from './letter.js';

const ignore = 'If you did not ask for this, you can ignore this mail.';

/** To somebody who signs up with an address that has no account. */
export function writeSignUp(
  url: string,
  { name, workspace_name }: { readonly name: string; readonly workspace_name: string },
): Letter {
  return {
    subject: 'Confirm your address',
    paragraphs: [
      `${quoteName(name)} has asked to create the workspace ${quoteName(workspace_name)} in Plotline with this address. Confirm the address, with the password that you chose, to create it:`,
    ],
    link: { label: 'Confirm this address', url },
    closing: ['The link works once, for 24 hours.', `${ignore} Nothing is created then.`],
  };
}

/** To somebody who signs up with an address that has an account. */
export function writeAccountExists(signInUrl: string): Letter {
  return {
    subject: 'You have an account already',
    paragraphs: [
      'Somebody has asked to sign up to Plotline with this address, which has an account already. Sign in with it:',
    ],
    link: { label: 'Sign in', url: signInUrl },
    closing: ['On that page you can also choose a new password.', ignore],
  };
}

/**
 * To an agent who is invited to a workspace. The subject names it only when somebody has verified whose it is: anybody can sign up with a
 * name that says something to strangers.
 */
export function writeInvitation(
  url: string,
  name: string,
  workspace: { readonly name: string; readonly isVerified: boolean },
): Letter {
  const workspaceName = quoteName(workspace.name);
  return {
    subject: workspace.isVerified ? `Join ${workspaceName} in Plotline` : 'You are invited to a workspace in Plotline',
    paragraphs: [
      `${quoteName(name)},`,
      `you are invited to the workspace ${workspaceName} in Plotline. Accept the invitation here:`,
    ],
    link: { label: 'Accept the invitation', url },
    closing: ['The link works once, for 7 days.', 'If you do not expect this, you can ignore this mail.'],
  };
}

/** To somebody who has forgotten the password. */
export function writePasswordReset(url: string): Letter {
  return {
    subject: 'Choose a new password',
    paragraphs: ['Somebody has asked for a new password of your Plotline account. Choose it here:'],
    link: { label: 'Choose a new password', url },
    closing: [
      'The link works once, for one hour. All sessions, and the access of all apps, end when the password is changed.',
      `${ignore} Your password stays.`,
    ],
  };
}

/** To the new address of an account. */
export function writeEmailChange(url: string): Letter {
  return {
    subject: 'Confirm your new address',
    paragraphs: [
      'This is to be the new address of your Plotline account. Confirm it here, with the password of the account:',
    ],
    link: { label: 'Confirm this address', url },
    closing: ['The link works once, for 24 hours.', `${ignore} Nothing changes then.`],
  };
}

/** To the former address of an account. */
export function writeEmailChanged(newEmail: string): Letter {
  return {
    subject: 'Your address was changed',
    paragraphs: [`The address of your Plotline account is now ${newEmail}. You sign in with it from now on.`],
    closing: ['If this was not you, tell an owner of your workspace at once.'],
  };
}

/** To the owners of a workspace of which one has asked that it be deleted. */
export function writeDeletionRequested(
  dashboardUrl: string,
  workspaceName: string,
  request: { readonly person_name: string; readonly reason: string | null; readonly due_at: Date } | null,
): Letter {
  if (!request) throw new Error('There is no request to tell of.');
  const { person_name, reason, due_at } = request;
  return {
    subject: `${quoteName(workspaceName)} is to be deleted`,
    paragraphs: [
      `${quoteName(person_name)} has asked that the workspace ${quoteName(workspaceName)} be deleted with all its data. It stays until ${due_at.toISOString()} at least.`,
      ...(reason === null ? [] : [`The reason: “${quoteText(reason)}”`]),
      'Until it is deleted, every owner can withdraw the request in the settings of the workspace:',
    ],
    link: { label: 'Open the dashboard', url: dashboardUrl },
    closing: ['You get this mail as an owner of the workspace.'],
  };
}

/** To the owners of a workspace that is not to be deleted any more. */
export function writeDeletionWithdrawn(workspaceName: string, personName: string): Letter {
  return {
    subject: `${quoteName(workspaceName)} is not deleted`,
    paragraphs: [
      `${quoteName(personName)} has withdrawn the request to delete the workspace ${quoteName(workspaceName)}. It stays as it is.`,
    ],
    closing: ['You get this mail as an owner of the workspace.'],
  };
}

/** To the agents whom an owner or admin of a workspace has chosen for it. */
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
    closing: [
      `An owner or admin of the workspace ${workspace} has chosen you for this digest, and can take you out again.`,
    ],
  };
}
