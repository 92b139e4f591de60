type Json = Readonly<Record<string, unknown>>;

/** What is wrong with one field, named by its path in the body, such as `price.amount`. */
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

/** A refusal of the API, in its own words. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** A stable word beside the code, for refusals that programs handle. */
  readonly reason: string | undefined;
  /** What the reason is about, such as the id of a unit. */
  readonly data: Json;
  readonly details: readonly FieldProblem[];
  /** Seconds after which another attempt makes sense. */
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

/** Reads the problem that a response with an error tells; one whose body is not the API's has words of its own. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const error = isJson(body) && isJson(body['error']) ? body['error'] : {};
  const retryAfter = readRetryAfter(response.headers);
  const reason = asText(error['reason']);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new ApiProblem({
    status: response.status,
    code: asText(error['code']) ?? 'INTERNAL_ERROR',
    message: asText(error['message']) ?? `The server answered ${response.status}.`,
    details: readDetails(error['details']),
    ...(reason === undefined ? {} : { reason }),
    ...(isJson(error['data']) ? { data: error['data'] } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(requestId === undefined ? {} : { requestId }),
  });
}

/** The words for an error that a person should read: those of the fields where there are some. */
export function toWords(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'The server could not be reached. Check your connection and try again.';
  const [first] = error.details;
  return first ? `${error.message} ${first.field}: ${first.message}` : error.message;
}
