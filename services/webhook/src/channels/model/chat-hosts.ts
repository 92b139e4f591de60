import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { ChatKind } from './integration.js';

/** Hosts of each chat's incoming webhooks. An entry that begins with a dot matches every name with that ending. */
const hosts: Readonly<Record<ChatKind, readonly string[]>> = {
  slack: ['hooks.slack.com', 'hooks.slack-gov.com'],
  teams: ['.webhook.office.com', '.logic.azure.com', '.powerplatform.com'],
  google_chat: ['chat.googleapis.com'],
};

function isHostOf(kind: ChatKind, hostname: string): boolean {
  return hosts[kind].some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

/** Returns the error in a chat's address, or null. The address must be a valid URL. */
export function findHostFault(kind: ChatKind, url: string): ProblemDetail | null {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' && isHostOf(kind, hostname)) return null;
  const names = hosts[kind].map((host) => (host.startsWith('.') ? `*${host}` : host)).join(', ');
  return { field: 'url', message: `must be the https URL of an incoming webhook, at ${names}` };
}
