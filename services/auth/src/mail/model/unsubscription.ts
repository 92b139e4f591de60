import { type Keyring, openSignedText, signText } from '@plotline/kit/core/secrets';

/** The emails that the link in a notice email turns off: those from one workspace to one person. */
export interface Unsubscription {
  readonly workspaceId: string;
  readonly personId: string;
}

/** Distinguishes the signature from other signatures with the same keys. */
const bind = (payload: string) => `plotline unsubscription v1\n${payload}`;

/** Path of the page that turns emails off, below the authorization server's address. */
export const unsubscribePath = '/auth/unsubscribe';

/** Returns the path and query that turn emails off. They work as long as the key that signed them is accepted. */
export function toUnsubscribePath({ workspaceId, personId }: Unsubscription, keys: Keyring): string {
  const token = signText(`${workspaceId} ${personId}`, bind, keys);
  return `${unsubscribePath}?${new URLSearchParams({ token })}`;
}

/** Reads the token of a link; null if this service didn't sign it. */
export function readUnsubscription(token: string, keys: Keyring): Unsubscription | null {
  const [workspaceId, personId] = openSignedText(token, bind, keys)?.split(' ') ?? [];
  return workspaceId && personId ? { workspaceId, personId } : null;
}
