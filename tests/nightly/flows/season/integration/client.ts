import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './contract.js';

export type Api = Client<paths>;
export type Schemas = components['schemas'];

interface Result<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the data of a successful response. Throws any other response. */
export function getData<Body extends { readonly data: unknown }>(result: Result<Body>): Body['data'] {
  const { data, error, response } = result;
  if (data) return data.data;
  throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
}

export function connect(baseUrl: string, key: string): Api {
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
}
