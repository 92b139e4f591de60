import { Alert, Anchor, List, Stack, Text, TextInput } from '@mantine/core';
import type { Versioned } from '../../api/versioned-record.js';
import { useMode, useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { ConnectionFields } from './connection-fields.js';
import { type Connection, type ConnectionProvider, getConnectionsKey, readConnection } from './connection-queries.js';
import { SimulatedNotice } from './simulated-notice.js';
import { useConnectionForm } from './use-connection-form.js';

interface ConnectionFormProps {
  readonly provider: ConnectionProvider;
  /** Undefined for a new connection. */
  readonly base: Versioned<Connection> | undefined;
  readonly onSaved: (connection: Connection) => void;
  readonly onClose: () => void;
}

/** States whether the connection is for live or sandbox data. */
function ModeNotice({ title }: { readonly title: string }) {
  if (useMode() === 'sandbox') {
    return (
      <Alert color="yellow" title="Sandbox">
        Use the test mode of {title}. Live keys are refused here.
      </Alert>
    );
  }
  return (
    <Alert color="blue" title="Live data">
      Use your live account at {title}. Test keys belong in the sandbox.
    </Alert>
  );
}

function About({ provider: { effects, title, documentation_url: url } }: Pick<ConnectionFormProps, 'provider'>) {
  return (
    <Stack gap="xs">
      <List size="sm">
        {effects.map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
      {url === null ? null : (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          Documentation of {title}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </Anchor>
      )}
    </Stack>
  );
}

function ConnectionForm({ provider, base, onSaved, onClose }: ConnectionFormProps) {
  const { form, problem, conflict, submit, isBusy } = useConnectionForm({ provider, base, onSaved });
  const { title, settings, credentials, simulated } = provider;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConflictNotice conflict={conflict} groups={['settings']} />
        {base === undefined ? <About provider={provider} /> : null}
        {simulated ? <SimulatedNotice replaced={`${title} with a fake`} /> : null}
        <ModeNotice title={title} />
        <TextInput
          label="Name"
          description="Tells connections to the same provider apart."
          required
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <ConnectionFields
          settings={settings}
          credentials={credentials}
          form={form}
          isNew={base === undefined}
          hint={base?.record.credentials_hint ?? ''}
        />
        <Text size="sm" c="dimmed">
          {title} checks the credentials before we store them. We store them encrypted and never show them again.
        </Text>
        <FormActions
          label={base === undefined ? `Connect ${title}` : 'Save'}
          isBusy={isBusy}
          problem={problem}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

export interface ConnectionDialogProps {
  readonly provider: ConnectionProvider;
  /** Connection to edit. Undefined to create one. */
  readonly connection?: Connection;
  readonly onSaved: (connection: Connection) => void;
  readonly onClose: () => void;
}

/** Creates or edits a connection. */
export function ConnectionDialog({ provider, connection, onSaved, onClose }: ConnectionDialogProps) {
  const tenant = useTenant();
  const forms = { provider, onSaved, onClose };
  const title = connection ? `Edit ${connection.name}` : `Connect ${provider.title}`;
  return (
    <FormModal opened onClose={onClose} title={title} size="lg">
      {connection ? (
        <FreshRecord
          queryKey={[...getConnectionsKey(tenant), connection.id, 'version']}
          read={() => readConnection(tenant, connection.id)}
        >
          {(base) => <ConnectionForm {...forms} base={base} />}
        </FreshRecord>
      ) : (
        <ConnectionForm {...forms} base={undefined} />
      )}
    </FormModal>
  );
}
