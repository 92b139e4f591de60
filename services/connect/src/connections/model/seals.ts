import { isJsonObject } from '@plotline/kit/core/json-object';
import { createSeal, type Keyring, type Seal } from '@plotline/kit/core/secrets';
import type { FieldValues } from '../../vendors/model/field-values.js';
import type { Connection } from './connection.js';

/** Seals for the secret fields of connections. The connection's id is the owner of each sealed value. */
export interface ConnectionSeals {
  readonly credentials: Seal;
  readonly hookTokens: Seal;
}

/** Creates the seals. They can't open texts that were sealed with other keys. */
export function createSeals(sealKeys: Keyring): ConnectionSeals {
  return {
    credentials: createSeal(sealKeys, 'plotline connection credentials v1'),
    hookTokens: createSeal(sealKeys, 'plotline connection hook tokens v1'),
  };
}

export function sealCredentials({ credentials }: ConnectionSeals, values: FieldValues, id: string): string {
  return credentials.seal(JSON.stringify(values), id);
}

/** Opens the credentials of a connection. Throws UnreadableSeal. */
export function openCredentials(
  seals: ConnectionSeals,
  connection: Pick<Connection, 'id' | 'sealed_credentials'>,
): FieldValues {
  const opened: unknown = JSON.parse(seals.credentials.open(connection.sealed_credentials, connection.id));
  if (!isJsonObject(opened)) throw new Error('The credentials are not an object.');
  return Object.fromEntries(Object.entries(opened).map(([name, value]) => [name, String(value)]));
}
