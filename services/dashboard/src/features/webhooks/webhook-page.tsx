import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DeliveryList } from '../deliveries/delivery-list.js';
import { GroupPage } from '../navigation/group-page.js';
import { ResendSection } from './resend-section.js';
import { webhookQuery } from './webhook-queries.js';
import { WebhookSummaryCard } from './webhook-summary-card.js';

/** Returns the host of a webhook's address, which is short enough for a heading. */
const nameTarget = (url: string) => `Webhook to ${URL.parse(url)?.host ?? url}`;

/** A webhook with its settings and deliveries. */
export function WebhookPage() {
  const { webhookId = '' } = useParams({ strict: false });
  const webhook = useQuery({ ...webhookQuery(useTenant(), webhookId), enabled: useCan('administer') });
  return (
    <GroupPage
      group="webhooks"
      title={webhook.data ? nameTarget(webhook.data.url) : 'Webhook'}
      description="Settings and deliveries"
      guide="webhooks"
    >
      <QueryState query={webhook}>
        {(data) => (
          <>
            <WebhookSummaryCard {...data} />
            <Title order={2} size="h4" mt="lg" mb="sm">
              Deliveries
            </Title>
            <ResendSection {...data} />
            <DeliveryList subscription={{ kind: 'webhooks', id: data.id, isActive: data.active }} />
          </>
        )}
      </QueryState>
    </GroupPage>
  );
}
