import { type Keyring, openSignedText, signText } from '@plotline/kit/core/secrets';

/** The mails that the link in a mail about notices turns off: those of one workspace to one person. */
export interface Unsubscription {
  readonly workspaceId: string;
  readonly personId: string;
}

/** Distinguishes the signature from others that use the same keys. */
const bind = (payload: string) => `plotline unsubscription v1\n${payload}`;

/** Path of the page that turns mails off, below the authorization server's address. */
export const unsubscribePath = '/auth/unsubscribe';

/** Returns the path and query that turn mails off. They work as long as the key that signed them. */
export function toUnsubscribePath({ workspaceId, personId }: Unsubscription, keys: Keyring): string {
  const token = signText(`${workspaceId} ${personId}`, bind, keys);
  return `${unsubscribePath}?${new URLSearchParams({ token })}`;
}

/** Reads the token of a link; null if it was not signed here. */
export function readUnsubscription(token: string, keys: Keyring): Unsubscription | null {
  const [workspaceId, personId] = openSignedText(token, bind, keys)?.split(' ') ?? [];
  return workspaceId && personId ? { workspaceId, personId } : null;
}
