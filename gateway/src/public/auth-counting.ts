import { hash } from 'node:crypto';
import { isWellFormedToken } from '@plotline/kit/core/checksummed-token';
import { waitUntil } from '@plotline/kit/core/deadline';
import { readCookie, toHostCookieName } from '@plotline/kit/http/cookies';
import { LRUCache } from 'lru-cache';
import { sessionCookieName } from '../contract/session-cookie-name.js';
import { readAuthorization, sessionPrefix } from '../edge/authenticate.js';
import { isPreflight } from '../edge/cors.js';
import type { RequestContext } from '../edge/request-context.js';
import type { PublicContext } from './public-context.js';

const maxClients = 10_000;

/** Where clients of OAuth authenticate. */
const clientPaths: ReadonlySet<string> = new Set(['/oauth/token', '/oauth/revoke', '/oauth/introspect']);

/** What a client authenticates by, in the header or in the body, as one text; undefined when it does not. */
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
 * Counts requests to the authorization server: for the person who is signed in, for the client that authenticates, or else for the
 * address. Whether a client has authenticated is known when the auth service has answered; from then on its next requests count for it
 * at once, so that an address that has reached its limit keeps no known client out.
 */
export class AuthCounting {
  readonly #context: CountingContext;
  /** The clients whose credentials were good when last seen, by a hash of those. */
  readonly #clients = new LRUCache<string, string>({ max: maxClients });
  /** Of requests that are counted when they are answered, the hash of what the client authenticates by. */
  readonly #pending = new WeakMap<RequestContext, string>();

  constructor(context: CountingContext) {
    this.#context = context;
  }

  /** Counts a request before its body is read, unless it is one by which a client may authenticate. Throws RATE_LIMIT_EXCEEDED. */
  async admit(requestContext: RequestContext): Promise<void> {
    const { rateLimits } = this.#context;
    if (this.#isOfClient(requestContext)) return;
    // A browser asks before it sends what counts.
    if (isPreflight(requestContext.request)) return rateLimits.reportAddress(requestContext);
    const personId = await this.#findPerson(requestContext).catch(() => null);
    if (personId === null) await rateLimits.countAddress(requestContext);
    else await rateLimits.countPerson(requestContext, personId);
  }

  /** Counts a request by which a client may authenticate, once its body is there. Throws RATE_LIMIT_EXCEEDED. */
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

  /** Counts a request by which a client may authenticate and whose body could not be read. Throws RATE_LIMIT_EXCEEDED. */
  async countUnread(requestContext: RequestContext): Promise<void> {
    if (this.#isOfClient(requestContext)) await this.#context.rateLimits.countAddress(requestContext);
  }

  /** Counts a request that was not counted yet; the auth service names the client that has authenticated. Never rejects. */
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
    // It is answered already; the next one is refused.
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
