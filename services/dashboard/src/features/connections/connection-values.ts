import type { Connection, ConnectionProvider, ProviderField } from './connection-queries.js';

/** Values of a connection's form, by the names of the provider's fields. */
export interface ConnectionValues extends Record<string, unknown> {
  name: string;
  settings: Record<string, string>;
  credentials: Record<string, string>;
}

const fill = (fields: readonly ProviderField[], stored: Readonly<Record<string, string>>) =>
  Object.fromEntries(fields.map(({ name }) => [name, stored[name] ?? '']));

/** Returns the initial values. Credentials are empty, because the API never returns them. */
export function toConnectionValues(provider: ConnectionProvider, connection?: Connection): ConnectionValues {
  return {
    name: connection?.name ?? provider.title,
    settings: fill(provider.settings, connection?.settings ?? {}),
    credentials: fill(provider.credentials, {}),
  };
}

const startLow = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

function findMissing(group: string, fields: readonly ProviderField[], values: Readonly<Record<string, string>>) {
  const missing = fields.filter(({ name, required }) => required && (values[name] ?? '').trim() === '');
  return Object.fromEntries(missing.map(({ name, label }) => [`${group}.${name}`, `Enter the ${startLow(label)}.`]));
}

/** Returns errors for required fields that are empty. The credentials of a stored connection may be empty. */
export function findConnectionFaults(provider: ConnectionProvider, values: ConnectionValues, isNew: boolean) {
  return {
    ...(values.name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...findMissing('settings', provider.settings, values.settings),
    ...(isNew ? findMissing('credentials', provider.credentials, values.credentials) : {}),
  };
}

const dropEmpty = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));

/** Returns the body of a request. An empty setting is cleared, and an empty credential keeps the stored one. */
export function toConnectionBody({ name, settings, credentials }: ConnectionValues) {
  const cleared = Object.entries(settings).map(([key, value]) => [key, value.trim() === '' ? null : value] as const);
  return { name, settings: Object.fromEntries(cleared), credentials: dropEmpty(credentials) };
}
