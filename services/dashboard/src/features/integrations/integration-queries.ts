import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { readAllPages } from '../../api/cursor-pages.js';
import { readVersioned } from '../../api/versioned-record.js';
import type { Tenant } from '../../api/workspace.js';

export type Integration = components['schemas']['Integration'];
export type IntegrationSummary = components['schemas']['IntegrationSummary'];
export type ChatKind = Exclude<Integration['kind'], 'mail_digest'>;

export const chats: readonly { readonly kind: ChatKind; readonly name: string; readonly example: string }[] = [
  { kind: 'slack', name: 'Slack', example: 'https://hooks.slack.com/services/…' },
  { kind: 'teams', name: 'Microsoft Teams', example: 'https://….webhook.office.com/…' },
  { kind: 'google_chat', name: 'Google Chat', example: 'https://chat.googleapis.com/v1/spaces/…' },
];

export const nameKind = (kind: Integration['kind']) => chats.find((chat) => chat.kind === kind)?.name ?? 'Email digest';

/** Returns the chat of an integration. Returns undefined for a digest, which has no chat. */
export const findChat = (kind: Integration['kind'] | undefined) => chats.find((chat) => chat.kind === kind)?.kind;

/** Returns the prefix of all query keys of integrations. Invalidate it to refresh them after a change. */
export const getIntegrationsKey = ({ key }: Tenant) => [...key, 'integrations'];

export function integrationsQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: [...getIntegrationsKey(tenant), 'list'],
    queryFn: () =>
      readAllPages((cursor) =>
        readBody(tenant.api.GET('/v1/integrations', { params: { query: { cursor, per_page: 100 } } })),
      ),
  });
}

/** Reads an integration with its entity tag. */
export const readIntegration = ({ api }: Tenant, id: string) =>
  readVersioned(api.GET('/v1/integrations/{id}', { params: { path: { id } } }));

export function integrationQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: [...getIntegrationsKey(tenant), id],
    queryFn: async () => (await readIntegration(tenant, id)).record,
  });
}
