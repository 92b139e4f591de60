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

/** One integration: its settings, and the messages that it has sent. */
export function IntegrationPage() {
  const { integrationId = '' } = useParams({ strict: false });
  return (
    <>
      <PageHeader title="Integration" description="What it tells whom, and what came of each message." />
      {useCan('administer') ? <IntegrationBody id={integrationId} /> : <ForbiddenState />}
    </>
  );
}
