/** A scope with its description. */
export interface ConsentScope {
  /** Name of the scope, such as `read:leads`. */
  readonly scope: string;
  /** Describes what the scope allows. */
  readonly text: string;
}

/** A workspace that the person can give the app access to. */
export interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  /** The person's role there. */
  readonly role: string;
  /** Requested scopes that the role doesn't allow. The app doesn't get them in this workspace. */
  readonly withheld: readonly ConsentScope[];
}

/**
 * View model of the consent page. Its form posts `csrf_token`, `workspace_id` and `decision` (`allow` or `deny`) to
 * `action`. The app's name is untrusted, because anyone can register an app.
 */
export interface ConsentView {
  readonly appName: string;
  /** The workspace that registered the app. `isOwn` is true if the person is a member of it. */
  readonly registeredBy: { readonly name: string; readonly isOwn: boolean };
  /** Destination of the browser after the decision: the host of the redirect URI, or the scheme of a native app. */
  readonly returnsTo: string;
  readonly person: { readonly name: string; readonly email: string };
  /** Requested scopes, limited to those that the app registered. */
  readonly scopes: readonly ConsentScope[];
  /** At least one workspace. The first is preselected. */
  readonly workspaces: readonly ConsentWorkspace[];
  /** Path and query of the authorization request that the form posts to. */
  readonly action: string;
  readonly csrfToken: string;
}
