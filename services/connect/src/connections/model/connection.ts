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
  /** Sealed JSON of the credentials. Because of its name, the field is left out of workspace exports. */
  readonly sealed_credentials: string;
  readonly credentials_hint: string;
  /** Hash of the token in the hook address. Requests to the hook are matched with the connection by this hash. */
  readonly hook_hash: string;
  /** Sealed token. It is stored because people need the address again when they set up the vendor. */
  readonly hook_token: string;
  /** Address whose emails the vendor posts to the hook. Absent unless the vendor has one. */
  readonly inbound_address?: string | null;
  /** Writing these fields doesn't change the version, because every call sets them. */
  readonly last_success_at: Date | null;
  readonly last_error: ConnectionError | null;
  /** Writing this field doesn't change the version. Null while the circuit is closed. */
  readonly circuit: Circuit | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields that depend on the credentials, which the vendor has confirmed. */
export type CheckedCredentials = Pick<Connection, 'sealed_credentials' | 'credentials_hint' | 'inbound_address'>;

/** Sealed and computed fields of a new connection. */
export type NewConnection = Pick<
  Connection,
  'id' | 'name' | 'settings' | 'hook_hash' | 'hook_token' | keyof CheckedCredentials
>;

/** Maximum connections of a workspace in one mode. Limits the stored data and the number of requests. */
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

/** Returns the connection with the given status. Returns the same object if the status doesn't change. */
export function setStatus(connection: Connection, status: ConnectionStatus, now: Date): Connection {
  return connection.status === status ? connection : { ...connection, status, updated_at: now };
}

/** Fields that a PUT has changed. If `credentials` is null, the credentials are unchanged. */
export interface EditedConnection {
  readonly name: string;
  readonly settings: FieldValues;
  readonly credentials: CheckedCredentials | null;
}

/**
 * Returns the edited connection. New credentials were just checked, so a connection that has them no longer needs
 * attention.
 */
export function editConnection(before: Connection, edited: EditedConnection, now: Date): Connection {
  const { name, settings, credentials } = edited;
  const status = credentials && before.status === 'needs_attention' ? 'active' : before.status;
  return { ...before, name, settings, ...credentials, status, updated_at: now };
}
