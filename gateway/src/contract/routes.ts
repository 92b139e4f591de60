import type { Method } from '@plotline/kit/contract/document';
import findMyWay from 'find-my-way';
import type { ServiceRoute } from './merge.js';

const verbs = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const satisfies Record<
  Method,
  string
>;
type Verb = (typeof verbs)[Method];

/** HEAD is answered wherever GET is (RFC 9110, 9.3.2); the service behind leaves out the body. */
const verbOf = new Map<string, Verb>([...Object.values(verbs).map((verb) => [verb, verb] as const), ['HEAD', 'GET']]);

/** What a request asks for: an operation with the path to ask its service, or why there is none. */
export type Destination =
  | { readonly found: 'operation'; readonly route: ServiceRoute; readonly path: string }
  | { readonly found: 'path'; readonly allow: string }
  | { readonly found: 'nothing' };

/** Finds the operation by the method and the path (raw, without the query) of a request. */
export type FindRoute = (method: string, path: string) => Destination;

/**
 * The path that the service is asked, when the client wrote parts of it percent-encoded: rebuilt from what was matched
 * here, so that the service cannot read another operation out of it than the one whose scopes were checked.
 */
function canonicalPath(template: string, parameters: Readonly<Record<string, string | undefined>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** Builds the router of all operations. Throws when two of them cannot be told apart. */
export function createRouter(routes: readonly ServiceRoute[]): FindRoute {
  const router = findMyWay();
  const ignored = () => undefined;
  for (const route of routes) {
    router.on(verbs[route.method], route.path.replaceAll(/\{(\w+)\}/g, ':$1'), ignored, route);
  }
  const literal = new Set(routes.map(({ path }) => path).filter((path) => !path.includes('{')));
  const find = (verb: Verb, path: string) => {
    const match = router.find(verb, path);
    const values = Object.values(match?.params ?? {});
    // A path written out in the contract is no other path's parameter (OpenAPI 3.1, "Path Templating Matching").
    if (values.length > 0 && literal.has(path)) return null;
    // A parameter is never empty: `/v1/leads/` is not a lead.
    return values.every((value) => value !== '') ? match : null;
  };
  const allowed = (path: string) => Object.values(verbs).filter((verb) => find(verb, path) !== null);
  return (method, path) => {
    // find-my-way would read a query into these.
    if (path.includes('#')) return { found: 'nothing' };
    const verb = verbOf.get(method);
    const match = verb === undefined ? null : find(verb, path);
    if (match) {
      const route: ServiceRoute = match.store;
      return { found: 'operation', route, path: path.includes('%') ? canonicalPath(route.path, match.params) : path };
    }
    const others: string[] = allowed(path);
    if (others.length === 0) return { found: 'nothing' };
    return { found: 'path', allow: others.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])).join(', ') };
  };
}
