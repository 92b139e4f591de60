import { type Letter, quoteName } from './letter.js';

const notYou = 'If this was not you, choose a new password at once, and tell an owner of your workspace.';

function writeNotice(subject: string, text: string, closing = notYou): Letter {
  return { subject, paragraphs: [text], closing: [closing] };
}

/** To somebody whose password was changed. */
export function writePasswordChanged(): Letter {
  return writeNotice(
    'Your password was changed',
    'The password of your Plotline account was changed. All sessions have ended, and so has the access of all apps.',
  );
}

/** To somebody who has a second factor from now on. */
export function writeTwoFactorSetUp(): Letter {
  return writeNotice(
    'Two-factor sign-in is on',
    'A second factor was set up for your Plotline account. From now on a code is asked for at each sign-in.',
  );
}

/** To somebody who has no second factor any more. */
export function writeTwoFactorRemoved(): Letter {
  return writeNotice(
    'Two-factor sign-in is off',
    'The second factor of your Plotline account was removed. Your password alone signs you in now.',
  );
}

/** To somebody whose second factor was removed by a colleague, or by the operator. */
export function writeTwoFactorReset(by: string): Letter {
  return writeNotice(
    'Your second factor was reset',
    `${quoteName(by)} removed the second factor of your Plotline account. All your sessions have ended: sign in with your password, and set a new one up.`,
    'If you did not ask for this, choose a new password at once, and tell an owner of your workspace.',
  );
}

/** To somebody who has new recovery codes. */
export function writeRecoveryCodesRenewed(): Letter {
  return writeNotice(
    'You have new recovery codes',
    'New recovery codes were made for your Plotline account. Those from before no longer work.',
  );
}

/** To somebody whose password is known to whoever guesses codes. */
export function writeWrongCodes(): Letter {
  return writeNotice(
    'Wrong codes were entered for your account',
    'Somebody who has your password entered ten wrong codes of your second factor. Nobody was let in by them, and codes are refused for a while.',
    'If this was not you, choose a new password at once: then codes are taken again, too.',
  );
}

/** What was done with an API key. */
export interface KeyNotice {
  readonly keyName: string;
  readonly workspaceName: string;
  readonly done: 'created' | 'rotated' | 'revoked';
  /** Who has done it. */
  readonly by: string;
}

/** To the person who has changed an API key, and to the one who made it. */
export function writeKeyChanged(keysUrl: string, { keyName, workspaceName, done, by }: KeyNotice): Letter {
  const what = `The API key “${quoteName(keyName)}” of the workspace ${quoteName(workspaceName)}`;
  return {
    subject: `An API key was ${done}`,
    paragraphs: [`${what} was ${done} by ${quoteName(by)}.`],
    link: { label: 'Open the API keys', url: keysUrl },
    closing: ['If you do not expect this, revoke the key, choose a new password, and tell an owner of your workspace.'],
  };
}

/** An agent who was deactivated, with the keys that the person made. */
interface DeactivatedAgent {
  readonly name: string;
  /** Who has deactivated the agent. */
  readonly by: string;
  /** Names of the keys that worked until then. */
  readonly keys: readonly string[];
  readonly areRevoked: boolean;
}

function describeKeys({ keys, areRevoked }: DeactivatedAgent): string {
  const names = keys.map((key) => `“${quoteName(key)}”`).join(', ');
  if (keys.length === 0) return 'The person made no API keys that work.';
  if (areRevoked) return `The API keys that the person made were revoked: ${names}.`;
  return `API keys that the person made still work: ${names}. Revoke those that nobody else looks after.`;
}

/** To the owners of a workspace. */
export function writeAgentDeactivated(keysUrl: string, workspaceName: string, agent: DeactivatedAgent): Letter {
  const workspace = quoteName(workspaceName);
  return {
    subject: `${quoteName(agent.name)} was deactivated`,
    paragraphs: [
      `${quoteName(agent.by)} deactivated ${quoteName(agent.name)} in the workspace ${workspace}. Sessions and tokens have no access there any more.`,
      describeKeys(agent),
    ],
    link: { label: 'Open the API keys', url: keysUrl },
    closing: ['You get this mail as an owner of the workspace.'],
  };
}
