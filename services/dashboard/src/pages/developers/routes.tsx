import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const developersRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers',
    staticData: { title: 'API keys' },
    component: lazyRouteComponent(() => import('./api-keys-page.js'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/webhooks',
    staticData: { title: 'Webhooks' },
    component: lazyRouteComponent(() => import('./webhooks-page.js'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/webhooks/$webhookId',
    staticData: { title: 'Webhook' },
    component: lazyRouteComponent(() => import('./webhook-page.js'), 'WebhookPage'),
  }),
] as const;
