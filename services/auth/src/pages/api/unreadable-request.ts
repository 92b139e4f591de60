import { Problem } from '@plotline/kit/core/errors';

/** Largest body that a page or an OAuth endpoint accepts, in bytes after inflation. */
export const maxBodyBytes = 65_536;

/** Converts an error of Express or its parsers about a request that they can't read. Returns other errors unchanged. */
export function toUnreadableProblem(error: unknown): unknown {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  if (error instanceof Problem || typeof status !== 'number' || status >= 500) return error;
  return status === 413
    ? new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBodyBytes} bytes.`)
    : new Problem('BAD_REQUEST', 'The request could not be read.');
}
