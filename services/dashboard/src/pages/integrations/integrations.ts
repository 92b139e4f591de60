import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import { readAllPages } from '../../api/read-all-pages.js';
import type { Tenant } from '../../api/workspace.js';

export type Integration = components['schemas']['Integration'];
export type IntegrationSummary = components['schemas']['IntegrationSummary'];
export type ChatKind = Integration['kind'];

export const chats: readonly { readonly kind: ChatKind; readonly name: string; readonly example: string }[] = [
  { kind: 'slack', name: 'Slack', example: 'https://hooks.slack.com/services/…' },
  { kind: 'teams', name: 'Microsoft Teams', example: 'https://….webhook.office.com/…' },
  { kind: 'google_chat', name: 'Google Chat', example: 'https://chat.googleapis.com/v1/spaces/…' },
];

export const nameChat = (kind: ChatKind) => chats.find((chat) => chat.kind === kind)?.name ?? kind;

/** Of everything about integrations, to be read again after a change. */
export const getIntegrationsKey = ({ key }: Tenant) => [...key, 'integrations'];

export function integrationsQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: [...getIntegrationsKey(tenant), 'list'],
    queryFn: () =>
      readAllPages((cursor) =>
        answerOf(tenant.api.GET('/v1/integrations', { params: { query: { cursor, per_page: 100 } } })),
      ),
  });
}

export function integrationQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: [...getIntegrationsKey(tenant), id],
    queryFn: async (): Promise<Integration> => {
      const { data } = await answerOf(tenant.api.GET('/v1/integrations/{id}', { params: { path: { id } } }));
      return data;
    },
  });
}
