import { mochaGlobalSetup, mochaGlobalTeardown } from '../../support/stores-fixture.js';
import { Subscriber } from '../../webhook/support/subscriber.js';
import { startWebhookService, type WebhookService } from '../../webhook/support/webhook-service.js';
import { percentile } from '../percentile.js';
import { type LoadedLog, loadLog } from './load-log.js';
import { questions } from './questions.js';

const smallSize = 1_000;
const calls = 30;

function parseSize(given: string | undefined): number {
  const size = given === undefined ? 100_000 : Number(given);
  if (!Number.isInteger(size) || size < 2_000 || size > 1_000_000)
    throw new Error('The size is a whole number of deliveries from 2000 to 1000000.');
  return size;
}

async function ask(service: WebhookService, { workspaceId }: LoadedLog, path: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await service.request('GET', path, { as: { workspaceId } });
  if (status !== 200) throw new Error(`${path} was answered ${status}.`);
  return performance.now() - startedAt;
}

async function load(service: WebhookService, size: number): Promise<LoadedLog> {
  const subscriber = new Subscriber(service);
  const webhookId = await subscriber.subscribe('http://127.0.0.1:65535/hook', { active: false });
  const startedAt = performance.now();
  const log = await loadLog(service, webhookId, subscriber.workspaceId, size);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${size.toLocaleString('en')} deliveries are loaded after ${seconds.toFixed(0)} s`);
  return log;
}

const cell = (milliseconds: number) => milliseconds.toFixed(1).padStart(9);

async function compare(service: WebhookService, small: LoadedLog, large: LoadedLog): Promise<void> {
  const sizes = [small, large].map(({ size }) => size.toLocaleString('en').padStart(19));
  console.log(`\nmedian / p95 in ms        ${sizes.join('')}    ratio  first call`);
  for (const { title, path } of questions) {
    const times: [number[], number[]] = [[], []];
    await ask(service, small, path(small));
    const first = await ask(service, large, path(large));
    for (let call = 0; call < calls; call += 1) {
      times[0].push(await ask(service, small, path(small)));
      times[1].push(await ask(service, large, path(large)));
    }
    const [one, other] = times.map((all) => ({ median: percentile(all, 0.5), p95: percentile(all, 0.95) }));
    if (!one || !other) continue;
    const cells = [one, other].map(({ median, p95 }) => `${cell(median)} ${cell(p95)}`).join('');
    const ratio = (other.median / one.median).toFixed(2).padStart(8);
    console.log(`${title.padEnd(26)}${cells} ${ratio} ${cell(first)}`);
  }
}

/** Prints how the delivery log of one webhook slows down as it grows. */
export async function run(): Promise<void> {
  const size = parseSize(process.argv[3]);
  await mochaGlobalSetup();
  try {
    const service = await startWebhookService();
    try {
      const small = await load(service, smallSize);
      await compare(service, small, await load(service, size));
    } finally {
      await service.stop();
    }
  } finally {
    await mochaGlobalTeardown();
  }
}
