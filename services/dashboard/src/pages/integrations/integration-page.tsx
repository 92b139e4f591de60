import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { DeliveryList } from '../../components/delivery-list.js';
import { PageHeader } from '../../components/page-header.js';
import { QueryState } from '../../components/query-state.js';
import { ForbiddenState } from '../../components/states.js';
import { IntegrationSettings } from './integration-settings.js';
import { integrationQuery } from './integrations.js';

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
  return (
    <>
      <PageHeader title="Integration" description="Settings and messages" />
      {useCan('administer') ? <IntegrationBody id={integrationId} /> : <ForbiddenState />}
    </>
  );
}
