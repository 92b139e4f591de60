import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const dealsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'deals',
    staticData: { title: 'Deals' },
    component: lazyRouteComponent(() => import('./deals-page.js'), 'DealsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'deals/invoices',
    staticData: { title: 'Invoices' },
    component: lazyRouteComponent(() => import('./invoices-page.js'), 'InvoicesPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'deals/commissions',
    staticData: { title: 'Commissions' },
    component: lazyRouteComponent(() => import('./commissions-page.js'), 'CommissionsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'deals/$dealId',
    staticData: { title: 'Deal' },
    component: lazyRouteComponent(() => import('./deal-page.js'), 'DealPage'),
  }),
] as const;
