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
  // When the dashboard opens, its menu appears while the code of the page is loading.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageProblem,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'fuzzy',
});

/** Later pages replace the current one without a loading state, unless they take longer. Milliseconds. */
const pendingMs = 300;
const stop = router.subscribe('onResolved', () => {
  stop();
  router.update({ ...router.options, defaultPendingMs: pendingMs });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
