import { createRouter } from '@tanstack/react-router';
import { LoadingState } from '../components/states.js';
import { analyticsRoutes } from '../pages/analytics/routes.js';
import { dealsRoutes } from '../pages/deals/routes.js';
import { developersRoutes } from '../pages/developers/routes.js';
import { integrationsRoutes } from '../pages/integrations/routes.js';
import { peopleRoutes } from '../pages/people/routes.js';
import { pipelineRoutes } from '../pages/pipeline/routes.js';
import { profileRoutes } from '../pages/profile/routes.js';
import { propertiesRoutes } from '../pages/properties/routes.js';
import { settingsRoutes } from '../pages/settings/routes.js';
import { tasksRoutes } from '../pages/tasks/routes.js';
import { transfersRoutes } from '../pages/transfers/routes.js';
import { NotFound, PageProblem } from './page-problem.js';
import { homeRoute, rootRoute, workspaceRoute } from './root-route.js';
import { parseSearch, stringifySearch } from './search-params.js';

const routeTree = rootRoute.addChildren([
  homeRoute,
  workspaceRoute.addChildren([
    ...pipelineRoutes,
    ...tasksRoutes,
    ...propertiesRoutes,
    ...peopleRoutes,
    ...analyticsRoutes,
    ...dealsRoutes,
    ...transfersRoutes,
    ...developersRoutes,
    ...integrationsRoutes,
    ...settingsRoutes,
    ...profileRoutes,
  ]),
]);

/** The dashboard's routes. Each page's code is loaded when it is first opened. */
export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingState,
  defaultPendingMs: 300,
  defaultErrorComponent: PageProblem,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'fuzzy',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
