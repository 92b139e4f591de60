import type { AfterResponseMiddleware, BeforeRequestMiddleware, Bundle } from 'zapier-platform-core';

interface Detail {
  readonly field?: string;
  readonly message?: string;
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly details?: readonly Detail[] };
}

/** Returns the address of an API operation. The user enters the base address of their Plotline installation. */
export function toUrl(bundle: Bundle, path: string): string {
  const base = (bundle.authData['base_url'] ?? '').trim();
  return `${base.replace(/\/{1,10}$/, '')}/v1${path}`;
}

/** Adds the API key to each request to the user's Plotline installation, and to no other host. */
export const addKey: BeforeRequestMiddleware = (request, _z, bundle) => {
  const isOwn = request.url.startsWith(toUrl(bundle, '/'));
  if (!isOwn) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${bundle.authData['api_key'] ?? ''}` } };
};

function readError(content: string): NonNullable<ErrorBody['error']> {
  try {
    const body: ErrorBody = JSON.parse(content);
    return body.error ?? {};
  } catch {
    return {};
  }
}

/** Describes an error in words: the message, and the field that is wrong. */
function describe({ message, details = [] }: NonNullable<ErrorBody['error']>, status: number): string {
  const text = message ?? `Plotline responded with status ${status}.`;
  const [first] = details;
  return first?.field === undefined ? text : `${text} ${first.field}: ${first.message ?? ''}`;
}

const defaultRetrySeconds = 60;

/** Turns an error response into the error that Zapier understands: sign in again, wait, or show the message. */
export const refuseErrors: AfterResponseMiddleware = (response, z) => {
  const { status } = response;
  if (status < 400) return response;
  const error = readError(response.content);
  const text = describe(error, status);
  if (status === 401) throw new z.errors.Error('Plotline refused the API key.', 'AuthenticationError', 401);
  if (status === 429) {
    const seconds = Number(response.getHeader('retry-after'));
    throw new z.errors.ThrottledError(text, seconds > 0 ? seconds : defaultRetrySeconds);
  }
  throw new z.errors.Error(text, error.code ?? 'PlotlineError', status);
};
