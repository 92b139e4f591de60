import type { Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { assertSameOrigin, isSafeMethod } from '@plotline/kit/http/cookies';
import { createApp } from '@plotline/kit/http/server';
import { type Express, type NextFunction, type Request, type Response, urlencoded } from 'express';
import type { Context } from '../../context.js';
import { pressDocument, showDocument } from './document-page.js';
import { showList } from './list-page.js';
import { type Pressed, unknownPage } from './outcome.js';
import { type Page, pageHeaders, renderPage, toMessagePage } from './page.js';
import { pressPayment, showPayment } from './payment-page.js';

type RecordRequest = Request<{ mode: string; workspace: string; id: string }>;
type Show = (context: Context, tenant: Tenant, id: string, notice?: string) => Promise<Page>;
type Press = (context: Context, tenant: Tenant, id: string, action: string) => Promise<Pressed>;

/** Maximum size of a form's body, in bytes. The form has one short field. */
const maxFormBytes = 1_000;

function send(response: Response, page: Page): void {
  response.status(page.status).set(pageHeaders).send(renderPage(page));
}

function readTenant({ params: { mode, workspace } }: RecordRequest): Tenant | null {
  return mode === 'live' || mode === 'sandbox' ? { mode, workspaceId: workspace } : null;
}

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Refuses other host names. Otherwise a site whose name resolves to this address could read these pages with its
 * scripts.
 */
function assertHost({ headers: { host = '' } }: Request): void {
  if (!/^(localhost|127\.0\.0\.1)(:\d{1,5})?$/.test(host)) {
    throw new Problem('FORBIDDEN', 'The simulator has another address.');
  }
}

/** Creates the pages on which a person acts as the buyer, the signer or the vendor. Only for local systems. */
export function createSimulatorApp(context: Context): Express {
  const app = createApp();
  const serve = (path: string, show: Show, press: Press) => {
    app.get(path, async (request: RecordRequest, response: Response) => {
      const tenant = readTenant(request);
      const notice = readText(request.query['done']);
      send(response, tenant ? await show(context, tenant, request.params.id, notice) : unknownPage);
    });
    app.post(path, async (request: RecordRequest, response: Response) => {
      const tenant = readTenant(request);
      const { action }: { action?: unknown } = request.body ?? {};
      const pressed = tenant ? await press(context, tenant, request.params.id, readText(action)) : unknownPage;
      // Redirects to a GET after the form, so that a reload doesn't repeat the action.
      if ('notice' in pressed) response.redirect(303, `${request.path}?done=${pressed.notice}`);
      else send(response, pressed);
    });
  };

  app.use((request, _response, next) => {
    assertHost(request);
    if (!isSafeMethod(request.method)) assertSameOrigin(request.headers, `http://${request.headers.host}`);
    next();
  });
  app.use(urlencoded({ extended: false, limit: maxFormBytes }));
  app.get('/', async (_request, response) => send(response, await showList(context)));
  serve('/:mode/:workspace/payments/:id', showPayment, pressPayment);
  serve('/:mode/:workspace/documents/:id', showDocument, pressDocument);
  app.use((_request, response) => send(response, unknownPage));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (error instanceof Problem) return send(response, toMessagePage(403, 'Refused', error.message));
    context.runtime.log.error({ err: error }, 'simulator failed');
    return send(response, toMessagePage(500, 'The simulator failed', 'The log of the connect service shows why.'));
  });
  return app;
}
