import { type Client, isConfidential } from '../model/client.js';

/** An app as its owners see it; never with a secret. */
export function toAppJson(client: Client) {
  const { id, name, redirect_uris, scopes, created_at, updated_at = created_at } = client;
  return { id, name, confidential: isConfidential(client), redirect_uris, scopes, created_at, updated_at };
}
