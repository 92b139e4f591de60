import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'settings',
    staticData: { title: 'Settings', isSharedByModes: true },
    component: lazyRouteComponent(() => import('./settings-page.js'), 'SettingsPage'),
  }),
] as const;
