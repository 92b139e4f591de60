import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Request that got an unexpected status. */
export interface FailedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** Answered POST that is repeated later. */
interface AnsweredPost {
  readonly path: string;
  readonly key: string;
  readonly body: object;
  readonly text: string;
}

const maxAttempts = 20;
const pauseMs = 20;
/** Pause between a customer's rounds, so that restarting processes get processor time. */
const roundPauseMs = 100;

/**
 * Customers who use a system while its programs restart. They create and read leads and notes, and repeat earlier POSTs
 * with the same Idempotency-Keys.
 */
export class Traffic {
  readonly #base: string;
  readonly #apiKey: string;
  readonly #posts: AnsweredPost[] = [];
  readonly failures: FailedRequest[] = [];
  readonly leadIds: string[] = [];
  /** Repeated POSTs whose answer differs from the first answer or isn't marked as replayed. */
  readonly wrongReplays: string[] = [];
  answered = 0;
  replays = 0;
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(base: string, apiKey: string) {
    this.#base = base;
    this.#apiKey = apiKey;
  }

  start(customers: number): void {
    this.#running = Promise.all(Array.from({ length: customers }, (_, number) => this.#act(number)));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #act(number: number): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const name = `Lead ${number} ${turn}`;
      const lead = await this.#post('/v1/leads', { name, email: `lead.${number}.${turn}@example.com` }, 201);
      if (lead !== null) {
        const id = String(Reflect.get(Object(Reflect.get(Object(JSON.parse(lead)), 'data')), 'id'));
        this.leadIds.push(id);
        await this.#expect(200, 'GET', `/v1/leads/${id}?expand=agent,properties`);
        await this.#post(`/v1/leads/${id}/notes`, { content: `Note ${turn}` }, 201);
      }
      await this.#expect(200, 'GET', '/v1/agents?fields=stats');
      await this.#repeat();
      await sleep(roundPauseMs);
    }
  }

  async #post(path: string, body: object, status: number): Promise<string | null> {
    const key = randomUUID();
    const answer = await this.#expect(status, 'POST', path, { body, key });
    if (answer) this.#posts.push({ path, key, body, text: answer.text });
    return answer?.text ?? null;
  }

  /** Repeats a random earlier POST. */
  async #repeat(): Promise<void> {
    const post = this.#posts[Math.floor(Math.random() * this.#posts.length)];
    if (!post) return;
    const answer = await this.#expect(201, 'POST', post.path, post);
    if (!answer) return;
    this.replays += 1;
    if (!answer.isReplayed || answer.text !== post.text) this.wrongReplays.push(`${post.path} ${post.key}`);
  }

  async #expect(
    status: number,
    method: string,
    path: string,
    post?: { readonly body: object; readonly key: string },
  ): Promise<Answer | null> {
    const answer = await this.#send(method, path, post);
    this.answered += 1;
    if (answer.status === status) return answer;
    this.failures.push({ method, path, status: answer.status, text: answer.text.slice(0, 300) });
    return null;
  }

  /**
   * Sends a request on its own connection. Retries if the connection is refused or cut, as a load balancer in front of
   * a gateway does.
   */
  async #send(method: string, path: string, post?: { readonly body: object; readonly key: string }): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(this.#base + path, {
          method,
          headers: {
            authorization: `Bearer ${this.#apiKey}`,
            connection: 'close',
            ...(post && { 'content-type': 'application/json', 'idempotency-key': post.key }),
          },
          ...(post && { body: JSON.stringify(post.body) }),
        });
        const text = await response.text();
        return { status: response.status, text, isReplayed: response.headers.get('idempotency-replayed') === 'true' };
      } catch (error) {
        if (attempt === maxAttempts) return { status: 0, text: String(error), isReplayed: false };
        await sleep(pauseMs);
      }
    }
  }
}
