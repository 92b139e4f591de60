import { type Letter, quoteName } from './letter.js';

const notYou = "If this wasn't you, choose a new password immediately and contact an owner of your workspace.";

function writeNotice(subject: string, text: string, closing = notYou): Letter {
  return { subject, paragraphs: [text], closing: [closing] };
}

/** Writes the mail about a changed password. */
export function writePasswordChanged(): Letter {
  return writeNotice(
    'Your password was changed',
    'The password of your Plotline account was changed. All sessions and the access of all apps have ended.',
  );
}

/** Writes the mail about two-factor authentication that was turned on. */
export function writeTwoFactorSetUp(): Letter {
  return writeNotice(
    'Two-factor authentication is on',
    'Two-factor authentication was turned on for your Plotline account. From now on, you enter a code each time you sign in.',
  );
}

/** Writes the mail about two-factor authentication that was turned off. */
export function writeTwoFactorRemoved(): Letter {
  return writeNotice(
    'Two-factor authentication is off',
    'Two-factor authentication was turned off for your Plotline account. You now sign in with your password alone.',
  );
}

/** Writes the mail about two-factor authentication that a colleague or the operator reset. */
export function writeTwoFactorReset(by: string): Letter {
  return writeNotice(
    'Your two-factor authentication was reset',
    `${quoteName(by)} reset the two-factor authentication of your Plotline account. All your sessions have ended. Sign in with your password, then set it up again.`,
    "If you didn't request this, choose a new password immediately and contact an owner of your workspace.",
  );
}

/** Writes the mail about new recovery codes. */
export function writeRecoveryCodesRenewed(): Letter {
  return writeNotice(
    'You have new recovery codes',
    'New recovery codes were created for your Plotline account. The old ones no longer work.',
  );
}

/** Writes the warning about guessed codes. Whoever guesses them knows the password. */
export function writeWrongCodes(): Letter {
  return writeNotice(
    'Wrong codes were entered for your account',
    'Someone who has your password entered ten wrong two-factor codes. They did not get in, and we reject all codes for a while.',
    "If this wasn't you, choose a new password immediately. Codes will then work again.",
  );
}

/** A change to an API key. */
export interface KeyNotice {
  readonly keyName: string;
  readonly workspaceName: string;
  readonly done: 'created' | 'rotated' | 'revoked';
  /** Name of the person who made the change. */
  readonly by: string;
}

/** Writes the mail about a changed API key, to its creator and to the person who changed it. */
export function writeKeyChanged(keysUrl: string, { keyName, workspaceName, done, by }: KeyNotice): Letter {
  const workspace = quoteName(workspaceName);
  return {
    subject: `An API key was ${done}`,
    paragraphs: [`${quoteName(by)} ${done} the API key “${quoteName(keyName)}” of the workspace ${workspace}.`],
    link: { label: 'Open the API keys', url: keysUrl },
    closing: [
      "If you don't expect this, revoke the key, choose a new password and contact an owner of your workspace.",
    ],
  };
}

/** A deactivated agent, with the API keys that the person created. */
interface DeactivatedAgent {
  readonly name: string;
  /** Name of the person who deactivated the agent. */
  readonly by: string;
  /** Names of the keys that were active at that time. */
  readonly keys: readonly string[];
  readonly areRevoked: boolean;
}

function describeKeys({ keys, areRevoked }: DeactivatedAgent): string {
  const names = keys.map((key) => `“${quoteName(key)}”`).join(', ');
  if (keys.length === 0) return 'They created no API keys that still work.';
  if (areRevoked) return `The API keys that they created were revoked: ${names}.`;
  return `API keys that they created still work: ${names}. Revoke those that no one else needs.`;
}

/** Writes the mail to a workspace's owners about a deactivated agent. */
export function writeAgentDeactivated(keysUrl: string, workspaceName: string, agent: DeactivatedAgent): Letter {
  const workspace = quoteName(workspaceName);
  return {
    subject: `${quoteName(agent.name)} was deactivated`,
    paragraphs: [
      `${quoteName(agent.by)} deactivated ${quoteName(agent.name)} in the workspace ${workspace}. ${quoteName(agent.name)} no longer has access.`,
      describeKeys(agent),
    ],
    link: { label: 'Open the API keys', url: keysUrl },
    closing: ['You receive this email as an owner of the workspace.'],
  };
}
