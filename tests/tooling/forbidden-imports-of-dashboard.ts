import { type ForbiddenImport, forbidden, imports } from './forbidden-import.js';

const src = 'services/dashboard/src';

/** One forbidden import for each import rule of the dashboard. */
export const forbiddenInDashboard: readonly ForbiddenImport[] = [
  forbidden('dashboard-is-apart', `${src}/api/a.ts`, imports('@plotline/kit/core/errors'), 'the kit in the dashboard'),
  forbidden('dashboard-api-is-lowest', `${src}/api/b.ts`, imports('../ui/d.js'), 'a component in api/'),
  forbidden('dashboard-ui-knows-no-feature', `${src}/ui/a.ts`, imports('../features/people/b.js'), 'a feature in ui/'),
  forbidden(
    'dashboard-features-know-no-app',
    `${src}/features/deals/c.ts`,
    imports('../../app/router.js'),
    'the shell in a feature',
  ),
  forbidden(
    'dashboard-features-are-listed',
    `${src}/features/unlisted/a.ts`,
    imports('../../api/c.js'),
    'a feature without a place in the order',
  ),
  forbidden(
    'dashboard-features-import-downwards',
    `${src}/features/people/a.ts`,
    imports('../deals/d.js'),
    'a feature in one below it',
  ),
  forbidden(
    'dashboard-pages-load-lazily',
    `${src}/app/a.ts`,
    imports('../features/people/b.js'),
    'a page that loads with the shell',
  ),
  forbidden(
    'nothing-imports-dashboard',
    'gateway/src/d.ts',
    imports('@plotline/dashboard/features/people/b'),
    'the dashboard in the gateway',
  ),
];
