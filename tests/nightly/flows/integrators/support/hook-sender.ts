import { createHmac, randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { sendRequest } from '../../../../gateway/support/http-client.js';

/** Request to a hook, and the statuses that are allowed for it. */
export interface HookRequest {
  readonly title: string;
  readonly path: string;
  /** Address that the request comes from. */
  readonly from: string;
  readonly body: string;
  readonly signature: string | null;
  readonly allowed: readonly number[];
}

/** One healthy call beside the hooks makes 32 requests at the same time. */
const maxHooksInFlight = 31;

/** Signs a body as Stripe does. */
export function sign(body: string, secret: string, ageSeconds = 0): string {
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** Creates a new event of Stripe that reports a link as paid. */
export function createPaidEvent(linkId: string, amountMinor: number): string {
  const object = {
    payment_status: 'paid',
    payment_intent: `pi_${linkId}`,
    amount_total: amountMinor,
    currency: 'eur',
    metadata: { plotline_link: linkId },
  };
  return JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'checkout.session.completed',
    livemode: true,
    data: { object },
  });
}

/** Returns the requests of all lists, each list spread evenly. */
export function mix(lists: readonly (readonly HookRequest[])[]): readonly HookRequest[] {
  return lists
    .flatMap((list) => list.map((request, index) => ({ request, place: (index + 0.5) / list.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ request }) => request);
}

/** Returns the value below which 95 percent of the values lie. */
function p95(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN).toFixed(1);
}

/** Sends hooks through a gateway, beside the calls of a healthy workspace, and counts the answers. */
export class HookSender {
  readonly #url: string;
  readonly #healthyKey: string;
  readonly #limit = pLimit(maxHooksInFlight);
  readonly #counts = new Map<number, number>();
  readonly #before: number[] = [];
  readonly #during: number[] = [];
  #hooks = 0;
  #floodMs = 0;

  constructor(url: string, healthyKey: string) {
    this.#url = url;
    this.#healthyKey = healthyKey;
  }

  /** Requests of all kinds so far. */
  get requests(): number {
    return this.#hooks + this.#before.length + this.#during.length;
  }

  /** Makes one call of the healthy workspace, a read or a write. Resolves to a fault unless it succeeds. */
  async #callHealthy(times: number[]): Promise<string | null> {
    const isWrite = times.length % 4 === 3;
    const lead = { name: 'Healthy', email: `${randomUUID()}@example.com` };
    const startedAt = performance.now();
    const { status, text } = await sendRequest(`${this.#url}/v1/leads${isWrite ? '' : '?per_page=1'}`, {
      key: this.#healthyKey,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.200' },
      ...(isWrite ? { method: 'POST', body: JSON.stringify(lead) } : {}),
    });
    times.push(performance.now() - startedAt);
    return status === (isWrite ? 201 : 200) ? null : `a healthy call answered ${status}: ${text}`;
  }

  /** Makes calls of the healthy workspace without a flood. Resolves to the faults. */
  async callHealthy(count: number): Promise<readonly string[]> {
    const faults: (string | null)[] = [];
    for (let made = 0; made < count; made += 1) faults.push(await this.#callHealthy(this.#before));
    return faults.filter((fault) => fault !== null);
  }

  async #send({ title, path, from, body, signature, allowed }: HookRequest) {
    const signed: Record<string, string> = signature === null ? {} : { 'stripe-signature': signature };
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, ...signed };
    const { status } = await sendRequest(`${this.#url}${path}`, { method: 'POST', body, headers });
    this.#hooks += 1;
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
    return { title, status, isAllowed: allowed.includes(status) };
  }

  /**
   * Sends all requests, at most 31 at the same time, while the healthy workspace makes at most `maxCalls` calls one
   * after the other. Resolves to the statuses by title, and to the faults: statuses that are not allowed.
   */
  async flood(requests: readonly HookRequest[], maxCalls: number) {
    let isFlooding = true;
    const startedAt = performance.now();
    const flooding = Promise.all(requests.map((request) => this.#limit(() => this.#send(request)))).finally(() => {
      isFlooding = false;
    });
    const faults: (string | null)[] = [];
    for (let made = 0; isFlooding && made < maxCalls; made += 1) faults.push(await this.#callHealthy(this.#during));
    const healthyCalls = faults.length;
    const answers = await flooding;
    this.#floodMs += performance.now() - startedAt;
    for (const { title, status, isAllowed } of answers) if (!isAllowed) faults.push(`${title}: ${status}`);
    return {
      healthyCalls,
      faults: faults.filter((fault) => fault !== null),
      count: (title: string, status: number) =>
        answers.filter((answer) => answer.title === title && answer.status === status).length,
    };
  }

  /** Describes everything that was sent, in one line. */
  describe(): string {
    const statuses = [...this.#counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    const rate = Math.round((this.#hooks * 1_000) / this.#floodMs);
    return (
      `${this.requests} requests; ${this.#hooks} hooks: ${statuses.join(', ')}; ${rate} hooks/s; ` +
      `p95 of ${this.#before.length} healthy calls before ${p95(this.#before)} ms, ` +
      `of ${this.#during.length} during ${p95(this.#during)} ms`
    );
  }
}
