import { newId } from '@plotline/kit/core/ids';
import { createToken } from '@plotline/kit/core/secrets';
import type { Context } from '../../context.js';
import type { Access } from '../../directory/api/access.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { describeScope, type Scope } from '../../keys/model/scope.js';
import { isRecent, type SignedIn } from '../../sessions/api/signed-in.js';
import { grantScopes } from '../model/grant.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { ConsentScope, ConsentView } from './consent-view.js';
import { OAuthError } from './oauth-error.js';

/** A workspace in which the person may give the client access, and the scopes. */
interface Choice {
  readonly access: Access;
  readonly granted: readonly Scope[];
  readonly withheld: readonly Scope[];
}

/** Lists the workspaces in which the person's role allows some of the requested scopes. */
function listPossible({ client, scopes }: AuthorizationRequest, { access }: SignedIn): readonly Choice[] {
  return access
    .filter(({ suspension }) => suspension === null)
    .map((one) => ({ access: one, ...grantScopes(scopes, client.scopes, one.role) }))
    .filter(({ granted }) => granted.length > 0);
}

/**
 * Checks whether a missing second factor is the only obstacle. Then the person could grant access to workspaces, but
 * all of them require a second factor.
 */
export function needsTwoFactorFirst(request: AuthorizationRequest, signedIn: SignedIn): boolean {
  const possible = listPossible(request, signedIn);
  return possible.length > 0 && possible.every(({ access }) => access.needsTwoFactor);
}

/**
 * Checks whether the person must sign in again first. This is so if the request includes `admin` and the last sign-in
 * isn't recent.
 */
export function needsPasswordFirst(
  context: Pick<Context, 'clock'>,
  request: AuthorizationRequest,
  signedIn: SignedIn,
): boolean {
  const mayGrantAll = listPossible(request, signedIn).some(({ granted }) => granted.includes('admin'));
  return mayGrantAll && !isRecent(context, signedIn);
}

/** Lists the workspaces that the person can grant access to. Throws access_denied if there is none. */
function listChoices(request: AuthorizationRequest, signedIn: SignedIn): readonly Choice[] {
  const choices = listPossible(request, signedIn).filter(({ access }) => !access.needsTwoFactor);
  if (choices.length === 0)
    throw new OAuthError('access_denied', "The person's role does not allow any of these scopes.");
  return choices;
}

function describe(scopes: readonly Scope[]): ConsentScope[] {
  return scopes.map((scope) => ({ scope, text: describeScope(scope) }));
}

/** Returns the host of a redirect URI, or the scheme of a native app. */
function toDestination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host === '' || !/^https?:$/.test(protocol) ? protocol.slice(0, -1) : host;
}

/** Creates the view model of the consent page. Throws access_denied if the person can't grant anything. */
export async function createConsentView(
  { workspaces }: Pick<Context, 'workspaces'>,
  request: AuthorizationRequest,
  signedIn: SignedIn,
  form: Pick<ConsentView, 'action' | 'csrfToken'>,
): Promise<ConsentView> {
  const choices = listChoices(request, signedIn);
  const { workspace_id: registeredIn } = request.client;
  const registrar = await workspaces.get(registeredIn);
  const { name, email } = signedIn.person;
  return {
    appName: request.client.name,
    registeredBy: {
      name: registrar?.name ?? '',
      isOwn: signedIn.access.some(({ workspace }) => workspace.id === registeredIn),
    },
    returnsTo: toDestination(request.redirectUri),
    person: { name, email },
    scopes: describe(request.scopes),
    workspaces: choices.map(({ access: { workspace, role }, withheld }) => ({
      id: workspace.id,
      name: workspace.name,
      role,
      withheld: describe(withheld),
    })),
    ...form,
  };
}

/**
 * Records the person's consent. Resolves to the code. Throws access_denied if the person can't grant access to the
 * workspace.
 */
export async function issueCode(
  { codes, clock }: Context,
  request: AuthorizationRequest,
  signedIn: SignedIn,
  workspaceId: string | undefined,
): Promise<string> {
  const choice = listChoices(request, signedIn).find(({ access }) => access.workspace.id === workspaceId);
  if (!choice) throw new OAuthError('access_denied', 'The person has no access to the workspace.');
  const value = createToken('pl_code_');
  const consent = {
    id: newId('code'),
    client_id: request.client.id,
    person_id: signedIn.person.id,
    scopes: choice.granted,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    grant_id: newId('grant'),
    created_at: clock(),
  };
  await codes.issue(liveTenant(choice.access.workspace.id), consent, value);
  return value;
}
