import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { ForbiddenState } from '../../ui/feedback/states.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { DeliveryList } from '../deliveries/delivery-list.js';
import { integrationQuery } from './integration-queries.js';
import { IntegrationSettings } from './integration-settings.js';

function IntegrationBody({ id }: { readonly id: string }) {
  const integration = useQuery(integrationQuery(useTenant(), id));
  return (
    <QueryState query={integration}>
      {(data) => (
        <>
          <IntegrationSettings {...data} />
          <Title order={2} size="h4" mt="lg" mb="sm">
            Messages
          </Title>
          <DeliveryList subscription={{ kind: 'integrations', id: data.id, isActive: data.active }} />
        </>
      )}
    </QueryState>
  );
}

/** An integration with its settings and messages. */
export function IntegrationPage() {
  const { integrationId = '' } = useParams({ strict: false });
  const isAllowed = useCan('administer');
  const { data } = useQuery({ ...integrationQuery(useTenant(), integrationId), enabled: isAllowed });
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Integration'}
        description="Settings and messages"
        parent={{ label: 'Integrations', to: '/$workspaceId/$mode/integrations' }}
      />
      {isAllowed ? <IntegrationBody id={integrationId} /> : <ForbiddenState />}
    </>
  );
}
