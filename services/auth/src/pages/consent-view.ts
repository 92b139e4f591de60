/** A scope as the page tells it. */
export interface ConsentScope {
  /** Such as `read:leads`. */
  readonly scope: string;
  /** What an app may do with it, in plain words. */
  readonly text: string;
}

/** A workspace that the person may let the app into. */
export interface ConsentWorkspace {
  readonly id: string;
  readonly name: string;
  /** The person's role there. */
  readonly role: string;
  /** Those of the asked scopes that the role does not allow: they are not granted in this workspace. */
  readonly withheld: readonly ConsentScope[];
}

/**
 * What the consent page shows. Its form posts `csrf_token`, `workspace_id` and `decision` (`allow` or `deny`) to `action`. The name
 * of the app is what somebody has registered.
 */
export interface ConsentView {
  readonly appName: string;
  /** The workspace that registered the app, and whether the person works there. */
  readonly registeredBy: { readonly name: string; readonly isOwn: boolean };
  /** Where the browser goes afterwards: the host of the redirect URI, or the scheme of a native app. */
  readonly returnsTo: string;
  readonly person: { readonly name: string; readonly email: string };
  /** What the app asks for, of what it is registered for. */
  readonly scopes: readonly ConsentScope[];
  /** At least one; the first is chosen at first. */
  readonly workspaces: readonly ConsentWorkspace[];
  /** Path and query that the form posts to: the authorization request itself. */
  readonly action: string;
  readonly csrfToken: string;
}
