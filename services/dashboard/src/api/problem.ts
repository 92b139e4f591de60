type Json = Readonly<Record<string, unknown>>;

/** Error of one field. The field is a path in the body, such as `price.amount`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ProblemFields {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly data?: Json;
  readonly details?: readonly FieldProblem[];
  readonly retryAfter?: number;
  readonly requestId?: string;
}

/** Error response of the API, with its message. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** Stable, machine-readable reason that is more specific than the code. */
  readonly reason: string | undefined;
  /** Facts about the reason, such as a unit's id. */
  readonly data: Json;
  readonly details: readonly FieldProblem[];
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor({ status, code, message, reason, data = {}, details = [], retryAfter, requestId }: ProblemFields) {
    super(message);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.data = data;
    this.details = details;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function readDetails(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isJson)
    .map(({ field, message }) => ({ field: asText(field) ?? '', message: asText(message) ?? '' }));
}

function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/**
 * Reads the problem from an error response. If the body isn't from the API but from a proxy, for example, the message
 * is generic.
 */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const error = isJson(body) && isJson(body['error']) ? body['error'] : {};
  const retryAfter = readRetryAfter(response.headers);
  const reason = asText(error['reason']);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ApiProblem({
    status: response.status,
    code: asText(error['code']) ?? 'INTERNAL_ERROR',
    message: asText(error['message']) ?? `The server responded with status ${response.status}.`,
    details: readDetails(error['details']),
    ...(reason === undefined ? {} : { reason }),
    ...(isJson(error['data']) ? { data: error['data'] } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(requestId === undefined ? {} : { requestId }),
  });
}

/** Describes a field in words: `units[3].property_id` becomes `Property`. */
function nameField(path: string): string {
  const name =
    path
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? '';
  const words = name.replace(/_ids?$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the message that a person reads, with the first field error if there is one. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiProblem)) return "Can't reach the server. Check your connection and try again.";
  const [first] = error.details;
  return first ? `${error.message} ${nameField(first.field)}: ${first.message}` : error.message;
}
