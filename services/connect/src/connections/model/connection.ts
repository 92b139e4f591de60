import type { FieldValues } from '../../vendors/model/field-values.js';
import type { Provider, ProviderCategory, ProviderName } from '../../vendors/model/provider.js';
import type { VendorFailureCode } from '../../vendors/model/vendor-failure.js';
import type { Circuit } from './circuit.js';

/** `needs_attention`: the vendor refused the credentials, so nothing is sent until a person has renewed them. */
export const connectionStatuses = ['active', 'needs_attention', 'disabled'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Last failure of a call. It is kept after a success, until the next failure replaces it. */
export interface ConnectionError {
  readonly at: Date;
  readonly code: VendorFailureCode;
  readonly message: string;
}

/** A workspace's account at a provider. */
export interface Connection {
  readonly id: string;
  readonly version: number;
  readonly provider: ProviderName;
  readonly category: ProviderCategory;
  readonly name: string;
  readonly status: ConnectionStatus;
  readonly settings: FieldValues;
  /** JSON of the credentials, sealed. The name keeps it out of exports of a workspace. */
  readonly sealed_credentials: string;
  readonly credentials_hint: string;
  /** Hash of the token in the address of its hook, by which requests find the connection. */
  readonly hook_hash: string;
  /** Sealed token, because people read the address again when they set the vendor up. */
  readonly hook_token: string;
  /** Set without a version, because calls set them all the time. */
  readonly last_success_at: Date | null;
  readonly last_error: ConnectionError | null;
  /** Set without a version; null while the circuit is closed. */
  readonly circuit: Circuit | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Parts of a new connection that are sealed or computed. */
export type NewConnection = Pick<
  Connection,
  'id' | 'name' | 'settings' | 'sealed_credentials' | 'credentials_hint' | 'hook_hash' | 'hook_token'
>;

/** Maximum connections of a workspace in one mode, which limits the stored data and the requests. */
export const maxConnections = 50;

/** Creates a connection whose credentials have just worked. */
export function buildConnection(
  { name, category }: Pick<Provider, 'name' | 'category'>,
  parts: NewConnection,
  now: Date,
): Connection {
  return {
    ...parts,
    version: 1,
    provider: name,
    category,
    status: 'active',
    last_success_at: now,
    last_error: null,
    circuit: null,
    created_at: now,
    updated_at: now,
  };
}

/** Returns the connection with another status; the same one when it has that status. */
export function setStatus(connection: Connection, status: ConnectionStatus, now: Date): Connection {
  return connection.status === status ? connection : { ...connection, status, updated_at: now };
}

/** Fields that a PUT has changed. Without `credentials` they are unchanged. */
export interface EditedConnection {
  readonly name: string;
  readonly settings: FieldValues;
  readonly credentials: Pick<Connection, 'sealed_credentials' | 'credentials_hint'> | null;
}

/**
 * Returns the edited connection. With new credentials, which have just been checked, the connection no longer needs
 * attention.
 */
export function editConnection(before: Connection, edited: EditedConnection, now: Date): Connection {
  const { name, settings, credentials } = edited;
  const status = credentials && before.status === 'needs_attention' ? 'active' : before.status;
  return { ...before, name, settings, ...credentials, status, updated_at: now };
}
