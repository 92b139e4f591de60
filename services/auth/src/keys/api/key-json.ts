import { type KeyOfMode, keyPrefixes } from '../model/key.js';

/** An API key as the contract has it: without its value, of which it tells the beginning and the last four characters. */
export function toKeyJson(key: KeyOfMode) {
  const { id, name, mode, scopes, last_four, created_at, created_by, expires_at, revoked_at, last_used_at } = key;
  return {
    id,
    name,
    mode,
    prefix: keyPrefixes[mode],
    last_four,
    scopes,
    revoke_with_creator: key.revoke_with_creator ?? false,
    created_at,
    created_by: { type: created_by.type, id: created_by.id, name: created_by.name },
    last_used_at,
    expires_at,
    revoked_at,
  };
}
