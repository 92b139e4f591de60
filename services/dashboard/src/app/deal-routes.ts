import { lazyRouteComponent } from '@tanstack/react-router';
import { createPageRoute } from './page-route.js';

/** The pages of deals, their money and their documents. */
export const dealRoutes = [
  createPageRoute(
    'deals',
    { title: 'Deals' },
    lazyRouteComponent(() => import('../features/deals/deals-page.js'), 'DealsPage'),
  ),
  createPageRoute(
    'deals/invoices',
    { title: 'Invoices' },
    lazyRouteComponent(() => import('../features/invoices/invoices-page.js'), 'InvoicesPage'),
  ),
  createPageRoute(
    'deals/commissions',
    { title: 'Commissions' },
    lazyRouteComponent(() => import('../features/commissions/commissions-page.js'), 'CommissionsPage'),
  ),
  createPageRoute(
    'deals/plans',
    { title: 'Payment plans' },
    lazyRouteComponent(() => import('../features/payment-plans/payment-plans-page.js'), 'PaymentPlansPage'),
  ),
  createPageRoute(
    'deals/templates',
    { title: 'Document templates' },
    lazyRouteComponent(
      () => import('../features/document-templates/document-templates-page.js'),
      'DocumentTemplatesPage',
    ),
  ),
  createPageRoute(
    'deals/statements',
    { title: 'Bank statements' },
    lazyRouteComponent(() => import('../features/statements/statements-page.js'), 'StatementsPage'),
  ),
  createPageRoute(
    'deals/$dealId',
    { title: 'Deal' },
    lazyRouteComponent(() => import('../features/deals/deal-page.js'), 'DealPage'),
  ),
] as const;
