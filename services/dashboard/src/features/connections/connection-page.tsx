import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { ForbiddenState } from '../../ui/feedback/states.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { CallList } from './call-list.js';
import { connectionQuery, providersQuery } from './connection-queries.js';
import { ConnectionSettings } from './connection-settings.js';
import { PreviewSection } from './preview-section.js';
import { SyncSection } from './sync-section.js';

function ConnectionBody({ id }: { readonly id: string }) {
  const tenant = useTenant();
  const connection = useQuery(connectionQuery(tenant, id));
  const providers = useQuery(providersQuery(tenant));
  return (
    <QueryState query={connection}>
      {(data) => (
        <>
          <QueryState query={providers}>
            {(all) => {
              const provider = all.find(({ name }) => name === data.provider);
              return provider ? <ConnectionSettings connection={data} provider={provider} /> : null;
            }}
          </QueryState>
          {data.category === 'crm' ? (
            <Stack gap="md" mt="md">
              <SyncSection connectionId={data.id} isActive={data.status === 'active'} />
              <PreviewSection connectionId={data.id} />
            </Stack>
          ) : null}
          <Title order={2} size="h4" mt="lg" mb="sm">
            Calls
          </Title>
          <CallList connectionId={data.id} />
        </>
      )}
    </QueryState>
  );
}

/** A connection to a provider, with its status, settings and calls. */
export function ConnectionPage() {
  const { connectionId = '' } = useParams({ strict: false });
  const isAllowed = useCan('administer');
  const { data } = useQuery({ ...connectionQuery(useTenant(), connectionId), enabled: isAllowed });
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Connection'}
        description="Status, settings and calls"
        parent={{ label: 'Integrations', to: '/$workspaceId/$mode/integrations' }}
      />
      {isAllowed ? <ConnectionBody id={connectionId} /> : <ForbiddenState />}
    </>
  );
}
