import { hash } from 'node:crypto';
import { isWellFormedToken } from '@plotline/kit/core/secrets';
import { waitUntil } from '@plotline/kit/core/time';
import { readCookie, toHostCookieName } from '@plotline/kit/http/cookies';
import { LRUCache } from 'lru-cache';
import { sessionCookieName } from '../contract/session-cookie-name.js';
import { readAuthorization, sessionPrefix } from '../edge/authenticate.js';
import { isPreflight } from '../edge/cors.js';
import type { RequestContext } from '../edge/request-context.js';
import type { PublicContext } from './public-context.js';

const maxClients = 10_000;

/** Paths at which OAuth clients authenticate. */
const clientPaths: ReadonlySet<string> = new Set(['/oauth/token', '/oauth/revoke', '/oauth/introspect']);

/** Returns the client's secret from the header or the body as one text; undefined when there is no secret. */
function readClientSecret({ headers }: RequestContext['request'], body: Buffer | null): string | undefined {
  if (headers.authorization !== undefined) return headers.authorization;
  const text = body?.toString('utf8') ?? '';
  if (!headers['content-type']?.startsWith('application/json')) {
    const form = new URLSearchParams(text);
    return form.has('client_secret') ? `${form.get('client_id')} ${form.get('client_secret')}` : undefined;
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (!(parsed instanceof Object) || !('client_secret' in parsed)) return undefined;
    return `${'client_id' in parsed ? String(parsed.client_id) : ''} ${String(parsed.client_secret)}`;
  } catch {
    return undefined;
  }
}

type CountingContext = Pick<PublicContext, 'addresses' | 'authBaseUrl' | 'credentials' | 'rateLimits'>;

/**
 * Counts requests to the authorization server for the signed-in person, for the authenticated client, or otherwise for
 * the address.
 *
 * Only the auth service's response shows whether a client has authenticated. From then on, its requests count against
 * the client immediately. So an address at its limit doesn't lock out known clients.
 */
export class AuthCounting {
  readonly #context: CountingContext;
  /** Clients whose credentials were valid when last checked, by a hash of the credentials. */
  readonly #clients = new LRUCache<string, string>({ max: maxClients });
  /** Hash of the client's secret, for requests that are counted once their response is known. */
  readonly #pending = new WeakMap<RequestContext, string>();

  constructor(context: CountingContext) {
    this.#context = context;
  }

  /** Counts a request before its body is read, unless it may authenticate a client. Throws RATE_LIMIT_EXCEEDED. */
  async admit(requestContext: RequestContext): Promise<void> {
    const { rateLimits } = this.#context;
    if (this.#isOfClient(requestContext)) return;
    // After the preflight, the browser sends the actual request, which is counted.
    if (isPreflight(requestContext.request)) return rateLimits.reportAddress(requestContext);
    const personId = await this.#findPerson(requestContext).catch(() => null);
    if (personId === null) await rateLimits.countAddress(requestContext);
    else await rateLimits.countPerson(requestContext, personId);
  }

  /** Counts a request that may authenticate a client, once its body has arrived. Throws RATE_LIMIT_EXCEEDED. */
  async admitClient(requestContext: RequestContext, body: Buffer | null): Promise<void> {
    if (!this.#isOfClient(requestContext)) return;
    const { rateLimits } = this.#context;
    const secret = readClientSecret(requestContext.request, body);
    if (secret === undefined) return rateLimits.countAddress(requestContext);
    const id = hash('sha256', secret, 'base64');
    const clientId = this.#clients.get(id);
    if (clientId !== undefined) return rateLimits.countClient(requestContext, clientId);
    await rateLimits.assertAddressAllowed(requestContext);
    this.#pending.set(requestContext, id);
  }

  /** Counts a request that may authenticate a client but whose body couldn't be read. Throws RATE_LIMIT_EXCEEDED. */
  async countUnread(requestContext: RequestContext): Promise<void> {
    if (this.#isOfClient(requestContext)) await this.#context.rateLimits.countAddress(requestContext);
  }

  /**
   * Counts a request that hasn't been counted yet. `clientId` is the client that the auth service has authenticated.
   * Never rejects.
   */
  countAnswered(requestContext: RequestContext, clientId: string | undefined): Promise<void> | null {
    const id = this.#pending.get(requestContext);
    if (id === undefined) return null;
    this.#pending.delete(requestContext);
    const { rateLimits } = this.#context;
    if (clientId !== undefined) this.#clients.set(id, clientId);
    const counted =
      clientId === undefined
        ? rateLimits.countAddress(requestContext)
        : rateLimits.countClient(requestContext, clientId);
    // This request already has its response. The next one is refused.
    return counted.catch(() => undefined);
  }

  #isOfClient({ request, path }: RequestContext): boolean {
    return request.method === 'POST' && clientPaths.has(path);
  }

  async #findPerson(requestContext: RequestContext): Promise<string | null> {
    const { addresses, authBaseUrl, credentials, rateLimits } = this.#context;
    const { request } = requestContext;
    const { authorization, cookie } = request.headers;
    const token =
      authorization === undefined
        ? readCookie(cookie, toHostCookieName(sessionCookieName, authBaseUrl))
        : readAuthorization(authorization)?.token;
    if (token === undefined || !isWellFormedToken(token, sessionPrefix)) return null;
    const presented = {
      kind: 'session',
      value: token,
      readAddress: () => addresses.read(request),
      readWorkspaceId: () => String(request.headers['x-workspace-id'] ?? ''),
    } as const;
    const found = credentials.find(presented, () => ({
      network: rateLimits.readNetwork(request),
      assertAllowed: () => rateLimits.assertAddressAllowed(requestContext),
      countFailure: () => rateLimits.countAddress(requestContext),
    }));
    const credential = found instanceof Promise ? await waitUntil(requestContext.deadline, found) : found;
    return credential && Date.now() < credential.expiresAt ? credential.identities[0].actor.id : null;
  }
}
