import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/core/caller';

/** A request as far as the limits know it. */
export interface CountedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mode: Mode;
  /** Takes the request out of the counts of its workspace, while it is in them. */
  refund: (() => void) | null;
  /** Whether the request is in the count of its address. */
  isCountedForAddress: boolean;
  /** Registers what is done once when the response or its connection is closed; at once when that has happened. */
  readonly onClose: (step: () => void) => void;
}

/** A workspace whose plan a request uses. */
export interface CountedWorkspace {
  readonly workspaceId: string;
  readonly plan: string;
}
