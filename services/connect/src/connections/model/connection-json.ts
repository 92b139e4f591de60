import type { Connection } from './connection.js';

/** Renders a connection for the public API, without credentials. */
export function toConnectionJson(connection: Connection, simulated: boolean) {
  const { id, provider, category, name, status, settings, credentials_hint } = connection;
  const { last_success_at, last_error, created_at, updated_at } = connection;
  return {
    id,
    provider,
    category,
    name,
    status,
    simulated,
    settings,
    credentials_hint,
    last_success_at,
    last_error: last_error && { at: last_error.at, code: last_error.code, message: last_error.message },
    created_at,
    updated_at,
  };
}

/**
 * Returns the fields that the journal compares. Leaves out fields that calls set, because those changes aren't made by
 * a person.
 */
export function toSettingsJson(connection: Connection) {
  const { name, status, settings, credentials_hint } = connection;
  return { name, status, settings, credentials_hint };
}
