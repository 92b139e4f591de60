import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/core/caller';

/** The part of a request that the limits need. */
export interface CountedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mode: Mode;
  /** Removes the request from its workspace's counts; null while the request isn't counted. */
  refund: (() => void) | null;
  /** Whether the address's count includes the request. */
  isCountedForAddress: boolean;
  /**
   * Registers a step to run once when the response or its connection is closed. If that has already happened, runs the
   * step immediately.
   */
  readonly onClose: (step: () => void) => void;
}

/** The workspace that a request counts against. */
export interface CountedWorkspace {
  readonly workspaceId: string;
  readonly plan: string;
}
