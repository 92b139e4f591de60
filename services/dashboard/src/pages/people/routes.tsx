import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'people',
    staticData: { title: 'People' },
    component: lazyRouteComponent(() => import('./agents-page.js'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'people/teams',
    staticData: { title: 'Teams' },
    component: lazyRouteComponent(() => import('./teams-page.js'), 'TeamsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'people/league',
    staticData: { title: 'League table' },
    component: lazyRouteComponent(() => import('./league-page.js'), 'LeaguePage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'people/$agentId',
    staticData: { title: 'Agent' },
    component: lazyRouteComponent(() => import('./agent-page.js'), 'AgentPage'),
  }),
] as const;
