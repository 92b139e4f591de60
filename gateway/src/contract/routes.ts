import type { Method } from '@plotline/kit/http/contract/document';
import findMyWay from 'find-my-way';
import type { ServiceRoute } from './merge.js';

const httpMethods = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
} as const satisfies Record<Method, string>;
type HttpMethod = (typeof httpMethods)[Method];

/** HEAD is routed like GET (RFC 9110, 9.3.2); the service omits the body. */
const routedMethods = new Map<string, HttpMethod>([
  ...Object.values(httpMethods).map((method) => [method, method] as const),
  ['HEAD', 'GET'],
]);

/**
 * Operation that a request matches, with the path to request from its service. Otherwise the reason why no operation
 * matches.
 */
export type RouteMatch =
  | { readonly kind: 'operation'; readonly route: ServiceRoute; readonly path: string }
  | { readonly kind: 'method-not-allowed'; readonly allow: string }
  | { readonly kind: 'not-found' };

/** Finds the operation for a request's method and raw path, without the query. */
export type FindRoute = (method: string, path: string) => RouteMatch;

/**
 * Builds a percent-encoded path from the matched parameters. This way the service finds the operation whose scopes the
 * gateway has checked.
 */
function toCanonicalPath(template: string, parameters: Readonly<Record<string, string | undefined>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** Builds the router of all operations. Throws when two operations are ambiguous. */
export function createRouter(routes: readonly ServiceRoute[]): FindRoute {
  // Needs no limit, because the length of the whole target is checked earlier.
  const router = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  const unusedHandler = () => undefined;
  for (const route of routes) {
    router.on(httpMethods[route.method], route.path.replaceAll(/\{(\w+)\}/g, ':$1'), unusedHandler, route);
  }
  const literalPaths = new Set(routes.map(({ path }) => path).filter((path) => !path.includes('{')));
  const find = (method: HttpMethod, path: string) => {
    const match = router.find(method, path);
    const values = Object.values(match?.params ?? {});
    // In the contract, a literal path never matches another path's parameter (OpenAPI 3.1, "Path Templating Matching").
    if (values.length > 0 && literalPaths.has(path)) return null;
    // A parameter is never empty: `/v1/leads/` is not a lead.
    return values.every((value) => value !== '') ? match : null;
  };
  return (method, path) => {
    // find-my-way would treat `#` as the end of the path.
    if (path.includes('#')) return { kind: 'not-found' };
    const routedMethod = routedMethods.get(method);
    const match = routedMethod === undefined ? null : find(routedMethod, path);
    if (match) {
      const route: ServiceRoute = match.store;
      return { kind: 'operation', route, path: path.includes('%') ? toCanonicalPath(route.path, match.params) : path };
    }
    const allowed = Object.values(httpMethods).filter((other) => find(other, path) !== null);
    if (allowed.length === 0) return { kind: 'not-found' };
    const allow = allowed.flatMap((other) => (other === 'GET' ? ['GET', 'HEAD'] : [other])).join(', ');
    return { kind: 'method-not-allowed', allow };
  };
}
