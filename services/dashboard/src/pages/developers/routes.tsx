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
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/events',
    staticData: { title: 'Event log' },
    component: lazyRouteComponent(() => import('./events-page.js'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/apps',
    staticData: { title: 'OAuth apps', isSharedByModes: true },
    component: lazyRouteComponent(() => import('./apps-page.js'), 'AppsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/consents',
    staticData: { title: 'Consents', isSharedByModes: true },
    component: lazyRouteComponent(() => import('./consents-page.js'), 'ConsentsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/usage',
    staticData: { title: 'Usage' },
    component: lazyRouteComponent(() => import('./usage-page.js'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/sandbox',
    staticData: { title: 'Sandbox' },
    component: lazyRouteComponent(() => import('./sandbox-page.js'), 'SandboxPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/audit',
    staticData: { title: 'Audit log', isSharedByModes: true },
    component: lazyRouteComponent(() => import('./audit-page.js'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers/catalogue',
    staticData: { title: 'Event catalogue' },
    component: lazyRouteComponent(() => import('./catalogue-page.js'), 'CataloguePage'),
  }),
] as const;
