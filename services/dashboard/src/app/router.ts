import { createRouter } from '@tanstack/react-router';
import { LoadingState } from '../ui/feedback/states.js';
import { NotFound, PageProblem } from './page-problem.js';
import { homeRoute, rootRoute, workspaceRoute } from './root-route.js';
import { pageRoutes } from './routes.js';
import { parseSearch, stringifySearch } from './search-params.js';

const routeTree = rootRoute.addChildren([homeRoute, workspaceRoute.addChildren([...pageRoutes])]);

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
