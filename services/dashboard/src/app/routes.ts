import { lazyRouteComponent } from '@tanstack/react-router';
import { prefetchBoard } from '../features/pipeline/board-queries.js';
import { dealRoutes } from './deal-routes.js';
import { createPageRoute } from './page-route.js';

const isSharedByModes = true;

/** The pages of a workspace, by their address below `/$workspaceId/$mode`. */
export const pageRoutes = [
  createPageRoute(
    'pipeline',
    { title: 'Board' },
    lazyRouteComponent(() => import('../features/pipeline/board-page.js'), 'BoardPage'),
    prefetchBoard,
  ),
  createPageRoute(
    'leads',
    { title: 'Leads' },
    lazyRouteComponent(() => import('../features/lead-table/leads-page.js'), 'LeadsPage'),
  ),
  createPageRoute(
    'leads/duplicates',
    { title: 'Duplicates' },
    lazyRouteComponent(() => import('../features/lead-table/duplicates-page.js'), 'DuplicatesPage'),
  ),
  createPageRoute(
    'pipeline/$leadId',
    { title: 'Lead' },
    lazyRouteComponent(() => import('../features/leads/lead-page.js'), 'LeadPage'),
  ),
  createPageRoute(
    'today',
    { title: 'Today' },
    lazyRouteComponent(() => import('../features/today/today-page.js'), 'TodayPage'),
  ),
  createPageRoute(
    'tasks',
    { title: 'Tasks' },
    lazyRouteComponent(() => import('../features/tasks/tasks-page.js'), 'TasksPage'),
  ),
  createPageRoute(
    'properties',
    { title: 'Properties' },
    lazyRouteComponent(() => import('../features/properties/portfolio-page.js'), 'PortfolioPage'),
  ),
  createPageRoute(
    'properties/$propertyId',
    { title: 'Property' },
    lazyRouteComponent(() => import('../features/properties/property-page.js'), 'PropertyPage'),
  ),
  createPageRoute(
    'people',
    { title: 'People' },
    lazyRouteComponent(() => import('../features/people/agents-page.js'), 'AgentsPage'),
  ),
  createPageRoute(
    'people/teams',
    { title: 'Teams' },
    lazyRouteComponent(() => import('../features/people/teams-page.js'), 'TeamsPage'),
  ),
  createPageRoute(
    'people/league',
    { title: 'League table' },
    lazyRouteComponent(() => import('../features/people/league-page.js'), 'LeaguePage'),
  ),
  createPageRoute(
    'people/$agentId',
    { title: 'Agent' },
    lazyRouteComponent(() => import('../features/people/agent-page.js'), 'AgentPage'),
  ),
  createPageRoute(
    'analytics',
    { title: 'Analytics' },
    lazyRouteComponent(() => import('../features/analytics/overview-page.js'), 'OverviewPage'),
  ),
  createPageRoute(
    'analytics/trends',
    { title: 'Trends' },
    lazyRouteComponent(() => import('../features/analytics/trends-page.js'), 'TrendsPage'),
  ),
  createPageRoute(
    'analytics/funnel',
    { title: 'Funnel' },
    lazyRouteComponent(() => import('../features/analytics/funnel-page.js'), 'FunnelPage'),
  ),
  createPageRoute(
    'analytics/sources',
    { title: 'Sources' },
    lazyRouteComponent(() => import('../features/analytics/sources-page.js'), 'SourcesPage'),
  ),
  createPageRoute(
    'analytics/agents',
    { title: 'Agents' },
    lazyRouteComponent(() => import('../features/analytics/agents-page.js'), 'AgentsPage'),
  ),
  createPageRoute(
    'analytics/cash',
    { title: 'Cash' },
    lazyRouteComponent(() => import('../features/analytics/cash-page.js'), 'CashPage'),
  ),
  ...dealRoutes,
  createPageRoute(
    'transfers',
    { title: 'Imports' },
    lazyRouteComponent(() => import('../features/imports/imports-page.js'), 'ImportsPage'),
  ),
  createPageRoute(
    'transfers/new',
    { title: 'Import a file' },
    lazyRouteComponent(() => import('../features/imports/new-import-page.js'), 'NewImportPage'),
  ),
  createPageRoute(
    'transfers/imports/$importId',
    { title: 'Import' },
    lazyRouteComponent(() => import('../features/imports/import-page.js'), 'ImportPage'),
  ),
  createPageRoute(
    'transfers/exports',
    { title: 'Exports' },
    lazyRouteComponent(() => import('../features/exports/exports-page.js'), 'ExportsPage'),
  ),
  createPageRoute(
    'transfers/feed',
    { title: 'Feed' },
    lazyRouteComponent(() => import('../features/feed/feed-page.js'), 'FeedPage'),
  ),
  createPageRoute(
    'developers',
    { title: 'API keys' },
    lazyRouteComponent(() => import('../features/keys/api-keys-page.js'), 'ApiKeysPage'),
  ),
  createPageRoute(
    'developers/keys/$keyId',
    { title: 'API key', isSharedByModes },
    lazyRouteComponent(() => import('../features/keys/key-page.js'), 'KeyPage'),
  ),
  createPageRoute(
    'developers/webhooks',
    { title: 'Webhooks' },
    lazyRouteComponent(() => import('../features/webhooks/webhooks-page.js'), 'WebhooksPage'),
  ),
  createPageRoute(
    'developers/webhooks/$webhookId',
    { title: 'Webhook' },
    lazyRouteComponent(() => import('../features/webhooks/webhook-page.js'), 'WebhookPage'),
  ),
  createPageRoute(
    'developers/events',
    { title: 'Event log' },
    lazyRouteComponent(() => import('../features/events/events-page.js'), 'EventsPage'),
  ),
  createPageRoute(
    'developers/catalogue',
    { title: 'Event catalogue' },
    lazyRouteComponent(() => import('../features/events/catalogue-page.js'), 'CataloguePage'),
  ),
  createPageRoute(
    'developers/apps',
    { title: 'OAuth apps', isSharedByModes },
    lazyRouteComponent(() => import('../features/apps/apps-page.js'), 'AppsPage'),
  ),
  createPageRoute(
    'developers/consents',
    { title: 'Consents', isSharedByModes },
    lazyRouteComponent(() => import('../features/apps/consents-page.js'), 'ConsentsPage'),
  ),
  createPageRoute(
    'developers/usage',
    { title: 'Usage' },
    lazyRouteComponent(() => import('../features/workspace/usage-page.js'), 'UsagePage'),
  ),
  createPageRoute(
    'developers/sandbox',
    { title: 'Sandbox' },
    lazyRouteComponent(() => import('../features/workspace/sandbox-page.js'), 'SandboxPage'),
  ),
  createPageRoute(
    'developers/audit',
    { title: 'Audit log', isSharedByModes },
    lazyRouteComponent(() => import('../features/audit/audit-page.js'), 'AuditPage'),
  ),
  createPageRoute(
    'integrations',
    { title: 'Integrations' },
    lazyRouteComponent(() => import('../features/integrations/integrations-page.js'), 'IntegrationsPage'),
  ),
  createPageRoute(
    'integrations/$integrationId',
    { title: 'Integration' },
    lazyRouteComponent(() => import('../features/integrations/integration-page.js'), 'IntegrationPage'),
  ),
  createPageRoute(
    'integrations/connections/$connectionId',
    { title: 'Connection' },
    lazyRouteComponent(() => import('../features/connections/connection-page.js'), 'ConnectionPage'),
  ),
  createPageRoute(
    'settings',
    { title: 'Settings', isSharedByModes },
    lazyRouteComponent(() => import('../features/workspace/settings-page.js'), 'SettingsPage'),
  ),
  createPageRoute(
    'profile',
    { title: 'Profile', isSharedByModes },
    lazyRouteComponent(() => import('../features/profile/profile-page.js'), 'ProfilePage'),
  ),
] as const;
