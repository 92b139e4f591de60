import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { type Connection, type ConnectionProvider, getConnectionsKey, readConnection } from './connection-queries.js';
import { findConnectionFaults, toConnectionBody, toConnectionValues } from './connection-values.js';

interface ConnectionFormInput {
  readonly provider: ConnectionProvider;
  /** Undefined for a new connection. */
  readonly base: Versioned<Connection> | undefined;
  readonly onSaved: (connection: Connection) => void;
}

/** Creates the form of a new or existing connection. When the credentials are saved, the provider checks them. */
export function useConnectionForm({ provider, base, onSaved }: ConnectionFormInput) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const id = base?.record.id ?? '';
  return useRecordForm({
    base,
    initialValues: toConnectionValues(provider, base?.record),
    validate: (values) => findConnectionFaults(provider, values, base === undefined),
    toValues: (connection) => toConnectionValues(provider, connection),
    toBody: toConnectionBody,
    create: async (fields) => {
      if (provider.name === 'bank_statement') throw new Error('Bank statements need no connection.');
      const body = { ...fields, provider: provider.name };
      return (await readBody(tenant.api.POST('/v1/connections', { body }))).data;
    },
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(tenant.api.PUT('/v1/connections/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readConnection(tenant, id),
    onSaved: (connection) => {
      onSaved(connection);
      void queries.invalidateQueries({ queryKey: getConnectionsKey(tenant) });
    },
  });
}
