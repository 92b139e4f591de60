import { NodeApiError } from 'n8n-workflow';
import { PlotlineApi } from '../credentials/PlotlineApi.credentials';

interface HttpOptions {
  readonly method: string;
  readonly url: string;
  readonly qs: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

const node = { id: '1', name: 'Plotline', type: 'plotline', typeVersion: 1, position: [0, 0], parameters: {} };
const credentials = { baseUrl: 'https://api.plotline.example/', apiKey: 'pl_live_example' };

/** Fills in a value such as `=Bearer {{$credentials.apiKey}}`. */
const fillIn = (template: unknown) =>
  String(template).replace(/^=/, '').replace('{{$credentials.apiKey}}', credentials.apiKey);

/** Sends a request with the credentials' header. Rejects with the same error as n8n. */
async function httpRequestWithAuthentication(_name: string, { method, url, qs, body }: HttpOptions): Promise<unknown> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(qs)) address.searchParams.set(name, String(value));
  const { properties } = new PlotlineApi().authenticate;
  const headers = { authorization: fillIn(properties.headers?.['Authorization']), 'content-type': 'application/json' };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(address, { method, headers, ...content });
  const text = await response.text();
  const data = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return data;
  const { status } = response;
  throw new NodeApiError(
    { ...node, position: [0, 0] },
    { message: `Request failed with status code ${status}`, response: { status, data } },
  );
}

/** Creates the `this` of a node: the parts of n8n's contexts that the nodes use. */
export function createContext(parameters: Readonly<Record<string, unknown>>, more: object = {}) {
  const staticData: Record<string, unknown> = {};
  return {
    staticData,
    getNode: () => node,
    getCredentials: async () => credentials,
    getNodeParameter: (name: string) => parameters[name],
    getInputData: () => [{ json: {} }],
    getNodeWebhookUrl: () => 'https://n8n.example/webhook/1',
    getWorkflowStaticData: () => staticData,
    continueOnFail: () => false,
    logger: { warn: () => {} },
    helpers: { httpRequestWithAuthentication, returnJsonArray: (json: object) => [{ json }] },
    ...more,
  };
}

/** Calls a function of a node as n8n does, with the context as `this`. */
export const callAs = async (context: object, method: object): Promise<unknown> =>
  Reflect.apply(Object(method), context, []);
