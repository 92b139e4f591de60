import { randomUUID } from 'node:crypto';
import { unavailable } from '@plotline/kit/core/errors';
import { listRoutes, loadContract, takesIdempotencyKey } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';
import type { RequestOptions, StartedService } from './started-service.js';

/** Request to a POST operation that succeeds and changes something. */
export interface PostExample {
  /** operationId of the operation. */
  readonly operation: string;
  /** Distinguishes the example from other examples of the operation. */
  readonly variant?: string;
  /** Collections in which the request records external work before doing that work. */
  readonly intents?: readonly string[];
  /** Creates the records that the request needs. */
  readonly prepare: () => Promise<{
    readonly path: string;
    readonly body?: object;
    readonly file?: RequestOptions['file'];
  }>;
}

/** Background work of the tested service. */
export interface BackgroundWork {
  /**
   * POST operations that commit row by row. After a 503, a repeated request reports finished rows as finished. Other
   * tests check that.
   */
  readonly rowByRow?: readonly string[];
  /** Collections that the workers may write at any time. */
  readonly written?: readonly string[];
  /** Resolves once the workers have finished the work of earlier requests. */
  readonly waitForWorkers?: () => Promise<void>;
}

/**
 * Returns all documents of the service as text. Omits Idempotency-Keys, leases, ignored collections, and the marks of
 * events that the relay has not published yet.
 */
async function dump({ runtime }: StartedService, ignored: readonly string[]): Promise<Record<string, string>> {
  const { db } = runtime.databases.live;
  if (!db) throw new Error('The database is not connected.');
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const compared = names.filter((name) => !['idempotency', 'leases', ...ignored].includes(name)).sort();
  const texts = compared.map(async (name) => {
    const documents = await db
      .collection(name)
      .find({}, { projection: { unpublished: 0, share: 0, unroutable: 0 } })
      .sort({ _id: 1 })
      .toArray();
    return [name, JSON.stringify(documents)] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** Runs the work while a method of the service's IdempotencyKeys fails. */
async function whileFailing<T>(service: StartedService, method: 'keep' | 'keepWithChanges', work: () => Promise<T>) {
  const keys = service.runtime.idempotency;
  keys[method] = () => Promise.reject(unavailable('The answer cannot be stored.'));
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(keys, method);
  }
}

/**
 * Registers a test for each example, and a test that fails if an operation with an Idempotency-Key has no example. The
 * answer is stored in the same transaction as the change, so a crash at any point leaves both or neither.
 */
export function testKeptAnswers(
  name: string,
  service: () => StartedService,
  examples: readonly PostExample[],
  { rowByRow = [], written = [], waitForWorkers = () => Promise.resolve() }: BackgroundWork = {},
): void {
  const contract = loadContract(new URL(`../../services/${name}/openapi.yaml`, import.meta.url));

  it('covers each POST in the contract, and partial rows if it accepts rows', () => {
    const posts = listRoutes(contract)
      .filter(takesIdempotencyKey)
      .filter(({ operation }) => !rowByRow.includes(operation.operationId));
    const expected = posts.flatMap(({ operation }) => {
      const { operationId } = operation;
      return operation['x-rows'] ? [operationId, `${operationId} partial`] : [operationId];
    });
    const tried = examples.map(({ operation, variant }) =>
      variant === 'partial' ? `${operation} partial` : operation,
    );
    expect([...new Set(tried)].sort()).to.deep.equal(expected.sort());
  });

  for (const { operation, variant, intents = [], prepare } of examples) {
    it(`commits the change and the answer together or not at all: ${variant ? `${operation} (${variant})` : operation}`, async () => {
      const { path, body, file } = await prepare();
      await waitForWorkers();
      const key = randomUUID();
      const options: RequestOptions = {
        headers: { 'idempotency-key': key },
        ...(body && { body }),
        ...(file && { file }),
      };
      const post = () => service().request('POST', path, options);

      const ignored = [...intents, ...written];
      const before = await dump(service(), ignored);
      expect((await whileFailing(service(), 'keepWithChanges', post)).status, 'answer cannot be stored').to.equal(503);
      const after = await dump(service(), ignored);
      for (const [collection, documents] of Object.entries(after)) {
        expect(documents, collection).to.equal(before[collection] ?? '[]');
      }

      const first = await whileFailing(service(), 'keep', post);
      expect(first.status, JSON.stringify(first.body)).to.be.within(200, 299);
      const retry = await post();
      expect(retry.headers.get('idempotency-replayed')).to.equal('true');
      expect([retry.status, retry.body, retry.meta]).to.deep.equal([first.status, first.body, first.meta]);
    });
  }
}
