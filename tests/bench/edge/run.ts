import { createToken } from '@plotline/kit/core/secrets';
import autocannon from 'autocannon';
import { percentile } from '../percentile.js';
import { measureCachedToken } from './cached-token.js';
import { lead } from './lead.js';
import { startAll, stopAll } from './processes.js';

interface Load {
  readonly name: string;
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string };
}

const read = { method: 'GET', path: '/v1/leads/lead_01m7xy0ptf5zg1m2n3mdcqvf81' } as const;
const create = { method: 'POST', path: '/v1/leads', body: JSON.stringify(lead) } as const;

const loads: readonly Load[] = [
  { name: 'GET, 32 connections', connections: 32, seconds: 2, rounds: 4, request: read },
  { name: 'POST, 32 connections', connections: 32, seconds: 1, rounds: 4, request: create },
  { name: 'GET, 1 connection', connections: 1, seconds: 1, rounds: 4, request: read },
];

/** Seconds of each load before the measurement. After one second, most of the gateway's code isn't compiled yet. */
const warmUpSeconds = 10;

const key = createToken('pl_live_');

/**
 * Resolves to requests per second. Throws an error if any response was not a success, because fast refusals don't count
 * as a result.
 */
async function measure(
  url: string,
  { connections, request }: Load,
  seconds: number,
  credential = key,
): Promise<number> {
  const { path, ...rest } = request;
  const result = await autocannon({
    ...rest,
    url: `${url}${path}`,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.non2xx} refused (${JSON.stringify(result.statusCodeStats)}), ${result.errors} failed.`,
    );
  return result['2xx'] / result.duration;
}

const median = (values: readonly number[]) => percentile(values, 0.5);

/** Measures `url`, which is called `name`, in alternation with the single process. Prints the rates and their ratio. */
async function compare(load: Load, name: string, url: string, single: string): Promise<void> {
  const rates: { rate: number; singleRate: number }[] = [];
  for (let round = 0; round < load.rounds; round += 1) {
    const rate = await measure(url, load, load.seconds);
    rates.push({ rate, singleRate: await measure(single, load, load.seconds) });
  }
  const ratio = median(rates.map(({ rate, singleRate }) => rate / singleRate));
  const addedLatency = median(rates.map(({ rate, singleRate }) => 1e6 / rate - 1e6 / singleRate));
  const added = load.connections === 1 ? `, added latency ${Math.round(addedLatency)} µs` : '';
  console.log(
    `${load.name}: ${name} ${Math.round(median(rates.map(({ rate }) => rate)))}/s, single express process ` +
      `${Math.round(median(rates.map(({ singleRate }) => singleRate)))}/s, ratio ${ratio.toFixed(2)}${added}`,
  );
}

/** Compares the same reads with an access token and with a key, in alternation. */
async function compareCredentials(load: Load, gateway: string, token: string): Promise<void> {
  const rates: { token: number; key: number }[] = [];
  for (let round = 0; round < load.rounds; round += 1) {
    const [withToken, withKey] = [
      await measure(gateway, load, load.seconds, token),
      await measure(gateway, load, load.seconds),
    ];
    rates.push({ token: withToken, key: withKey });
  }
  const ratio = median(rates.map((rate) => rate.token / rate.key));
  console.log(
    `${load.name}, with an access token: ${Math.round(median(rates.map((rate) => rate.token)))}/s, with a key ` +
      `${Math.round(median(rates.map((rate) => rate.key)))}/s, ratio ${ratio.toFixed(2)}`,
  );
}

/**
 * Prints the medians of alternating rounds. Compares the gateway and its service with one express process, a bare proxy
 * of the same service with that process, and access tokens with keys. Then prints the cost of verifying a cached access
 * token.
 */
export async function run(): Promise<void> {
  try {
    const { gateway, single, bareProxy, token } = await startAll();
    for (const url of [gateway, single, bareProxy]) {
      for (const load of loads.slice(0, 2)) await measure(url, load, warmUpSeconds);
    }
    for (const load of loads) {
      await compare(load, 'gateway and service', gateway, single);
      await compare(load, 'bare proxy and service', bareProxy, single);
    }
    for (const load of loads.slice(0, 1)) await compareCredentials(load, gateway, token);
    console.log(`Verification of a cached access token: ${(await measureCachedToken()).toFixed(2)} µs`);
  } finally {
    await stopAll();
  }
}
