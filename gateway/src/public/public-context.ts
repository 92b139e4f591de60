import type { Limiter } from '@plotline/kit/core/limiter';
import type { Changes } from '../changes/stream-limits.js';
import type { EdgeContext } from '../edge/edge-context.js';
import type { Upstream } from '../edge/upstream.js';
import type { ServeDashboard } from './dashboard.js';
import type { ServeDocs } from './docs.js';

/** Parts that the public hosts need for the API, the documents, the dashboard, files and the auth service. */
export interface PublicContext extends EdgeContext {
  /** Internal address of the auth service. */
  readonly authUrl: string;
  /** Public address of the authorization server. */
  readonly authBaseUrl: string;
  /** Memory for request bodies of the authorization server, with a share for each address. */
  readonly authBodies: Limiter;
  /** Connections to the transfer service for public files, apart from the connections of the API. */
  readonly publicFiles: Upstream;
  /** Connections to the transfer service for photos and documents of records. */
  readonly mediaFiles: Upstream;
  /** Connections to the connect service for hooks, which vendors call. */
  readonly hooks: Upstream;
  /** Streams of changes for the dashboard's pages. */
  readonly changes: Changes;
  readonly serveDocs: ServeDocs;
  readonly serveAuthDocs: ServeDocs;
  readonly serveDashboard: ServeDashboard;
}
