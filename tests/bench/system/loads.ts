import type { LoadedRequest } from '../load/closed-load.js';
import type { Wanted } from '../wanted.js';

/** Content of one call in a load. Both sides get the same. */
export type StoreCall =
  | { readonly kind: 'get'; readonly id: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'create'; readonly body: object };

export interface SystemLoad {
  /** Word that selects the load on the command line. */
  readonly word: 'get' | 'list' | 'create16' | 'create64';
  readonly name: string;
  readonly connections: number;
  readonly wanted: Wanted;
}

export const systemLoads: readonly SystemLoad[] = [
  { word: 'get', name: 'GET one', connections: 16, wanted: { atLeast: 0.7 } },
  { word: 'list', name: 'list of 20 with total', connections: 16, wanted: { atLeast: 0.7 } },
  { word: 'create16', name: 'POST lead', connections: 16, wanted: { atLeast: 0.8 } },
  { word: 'create64', name: 'POST lead', connections: 64, wanted: { atLeast: 0.8 } },
];

/** Returns the call as an API request. */
export function toRequest(call: StoreCall): LoadedRequest {
  if (call.kind === 'get') return { method: 'GET', path: `/v1/leads/${call.id}` };
  if (call.kind === 'list') return { method: 'GET', path: '/v1/leads?per_page=20' };
  return { method: 'POST', path: '/v1/leads', body: JSON.stringify(call.body) };
}

/** Creates the calls of a load: reads of random ids from the given list, and leads with unused email addresses. */
export function createCalls(ids: readonly string[], bodies: readonly object[], prefix: string) {
  let made = 0;
  return ({ word }: SystemLoad): StoreCall => {
    made += 1;
    if (word === 'get') return { kind: 'get', id: ids[Math.floor(Math.random() * ids.length)] ?? '' };
    if (word === 'list') return { kind: 'list' };
    const contact = {
      email: `buyer-${made}@${prefix}.example`,
      phone: `+44 70 ${prefix.length} ${String(made).padStart(7, '0')}`,
    };
    return { kind: 'create', body: { ...bodies[made % bodies.length], ...contact } };
  };
}
