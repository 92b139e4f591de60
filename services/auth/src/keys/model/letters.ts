import { type Letter, quoteName } from '../../mail/model/letter.js';

/** A change to an API key. */
export interface KeyNotice {
  readonly keyName: string;
  readonly workspaceName: string;
  readonly done: 'created' | 'rotated' | 'revoked';
  /** Name of the person who made the change. */
  readonly by: string;
}

/** Writes the email about a changed API key to its creator and to the person who changed it. */
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

/** Writes the email to a workspace's owners about a deactivated agent. */
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
