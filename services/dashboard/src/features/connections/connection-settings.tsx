import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast, showToast } from '../../ui/feedback/toast.js';
import { CopyField } from '../../ui/page/copy-field.js';
import { Section } from '../../ui/page/section.js';
import { ConnectionActions } from './connection-actions.js';
import { type Connection, type ConnectionProvider, getConnectionsKey } from './connection-queries.js';
import { AttentionNotice, ConnectionStatus } from './connection-status.js';
import { ProviderMark } from './provider-mark.js';
import { SimulatedNotice } from './simulated-notice.js';

interface ConnectionSettingsProps {
  readonly connection: Connection;
  readonly provider: ConnectionProvider;
}

function Settings({ connection: { settings }, provider }: ConnectionSettingsProps) {
  return provider.settings.map(({ name, label }) =>
    settings[name] === undefined ? null : (
      <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {label}: {settings[name]}
      </Text>
    ),
  );
}

/** Shows a connection's status, settings, hook address and actions. */
export function ConnectionSettings({ connection, provider }: ConnectionSettingsProps) {
  const { id, hook_url: hookUrl, inbound_address: inboundAddress, simulated, simulator_url: simulatorUrl } = connection;
  const { title } = provider;
  const tenant = useTenant();
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (isEnabled: boolean) => {
      const params = { path: { id } };
      return isEnabled
        ? readBody(tenant.api.POST('/v1/connections/{id}/enable', { params, body: {} }))
        : readBody(tenant.api.POST('/v1/connections/{id}/disable', { params, body: {} }));
    },
    onSuccess: (_answer, isEnabled) =>
      showToast(isEnabled ? 'The connection is enabled.' : 'The connection is disabled.'),
    onError: showErrorToast("The connection wasn't changed"),
    // Also runs after an error, because the provider may have rejected the credentials meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: getConnectionsKey(tenant) }),
  });
  return (
    <Stack gap="md">
      {simulated ? <SimulatedNotice replaced={`${title} with a fake`} simulatorUrl={simulatorUrl} /> : null}
      <AttentionNotice connection={connection} title={title} isBusy={set.isPending} onEnable={() => set.mutate(true)} />
      <Section title={title} name="Connection settings">
        <Stack gap="sm">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <ProviderMark name={provider.name} />
            <Stack gap={4} miw={0}>
              <ConnectionStatus connection={connection} />
              <Settings connection={connection} provider={provider} />
            </Stack>
          </Group>
          {hookUrl === null ? null : (
            <CopyField
              label="Hook address"
              description={`Add it at ${title}, so that it can report events. Treat it like a password.`}
              value={hookUrl}
            />
          )}
          {inboundAddress === null ? null : (
            <CopyField
              label="Address for incoming emails"
              description={`Forward the emails of portals to it. ${title} passes them on if the hook address is set as its inbound webhook.`}
              value={inboundAddress}
            />
          )}
          <ConnectionActions
            connection={connection}
            provider={provider}
            isBusy={set.isPending}
            onDisable={() => set.mutate(false)}
          />
        </Stack>
      </Section>
    </Stack>
  );
}
