import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  NodeApiError,
} from 'n8n-workflow';

interface PlotlineRequest {
  readonly method: IHttpRequestMethods;
  /** Path below `/v1`. */
  readonly path: string;
  readonly qs?: IDataObject;
  readonly body?: IDataObject;
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly details?: readonly { field?: string; message?: string }[] };
}

/** Returns the body of the response. n8n turns a failed request into a NodeApiError that holds it. */
function readBody(error: unknown): ErrorBody {
  const data: unknown = error instanceof NodeApiError ? error.context['data'] : undefined;
  return typeof data === 'object' && data !== null ? data : {};
}

/** Describes an error in the words of the API, with the field that is wrong. */
function describe(error: unknown): string | undefined {
  const { message, details = [] } = readBody(error).error ?? {};
  const [first] = details;
  if (message === undefined || first?.field === undefined) return message;
  return `${message} ${first.field}: ${first.message ?? ''}`;
}

/**
 * Sends a request to the API, and returns its `data`. n8n adds the key.
 * @throws NodeApiError with the message of the API.
 */
export async function sendRequest(
  context: IExecuteFunctions | IHookFunctions,
  { method, path, qs = {}, body }: PlotlineRequest,
): Promise<IDataObject | IDataObject[]> {
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('plotlineApi');
  const url = `${baseUrl.trim().replace(/\/{1,10}$/, '')}/v1${path}`;
  const options = { method, url, qs, json: true, ...(body === undefined ? {} : { body }) };
  try {
    const answer: { data?: IDataObject | IDataObject[] } | undefined =
      await context.helpers.httpRequestWithAuthentication.call(context, 'plotlineApi', options);
    return answer?.data ?? {};
  } catch (error) {
    const apiError =
      error instanceof NodeApiError ? error : new NodeApiError(context.getNode(), { message: String(error) });
    apiError.message = describe(error) ?? apiError.message;
    throw apiError;
  }
}
