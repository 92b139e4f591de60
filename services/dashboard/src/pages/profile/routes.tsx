import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const profileRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'profile',
    staticData: { title: 'Profile', isSharedByModes: true },
    component: lazyRouteComponent(() => import('./profile-page.js'), 'ProfilePage'),
  }),
] as const;
