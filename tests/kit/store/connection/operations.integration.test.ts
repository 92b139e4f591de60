import { inSpan, type Span, type SpanDescription, useSpanRecorder } from '@plotline/kit/telemetry/span';
import { expect } from 'chai';
import { readMetric } from '../../../support/read-metric.js';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { thingCollection } from '../../thing-store.js';

const caller = testCaller('ws_operations');
const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('MongoDB operations', () => {
  const runtime = useTestRuntime('operations');
  const things = () => thingCollection(runtime()).in(caller);
  before(async () => {
    thingCollection(runtime());
    await createCollections(runtime());
  });

  describe('are measured', () => {
    const read = (name: string, labels: Readonly<Record<string, string>>) =>
      readMetric(runtime().metrics.registry, `plotline_mongodb_operation_${name}`, labels);

    it('by command, whether the driver or the store issued it', async () => {
      const counts = () =>
        Promise.all(['find', 'aggregate'].map((command) => read('duration_seconds_count', { command })));
      const [finds = 0, aggregates = 0] = await counts();
      await things().find({}, { limit: 10 });
      await things().find({});
      await things().aggregate([]);
      const [findsNow = 0, aggregatesNow = 0] = await counts();
      expect([findsNow - finds, aggregatesNow - aggregates]).to.deep.equal([2, 1]);
    });

    it('under one common name when the command is rare', async () => {
      await runtime().databases.live.getClient().db('admin').command({ buildInfo: 1 });
      expect(await read('duration_seconds_count', { command: 'other' })).to.be.greaterThan(0);
      const text = await runtime().metrics.registry.metrics();
      expect(text).to.not.include('buildInfo');
    });

    it('as failed when the server refuses them', async () => {
      const refused = runtime()
        .databases.live.collection('things')
        .aggregate([{ $no: 1 }])
        .toArray();
      expect(await refused.catch((error: unknown) => error)).to.be.an('error');
      expect(await read('failures_total', { command: 'aggregate', reason: 'other' })).to.equal(1);
    });
  });

  describe('have a span', () => {
    const spans: (SpanDescription & { readonly parent: string | undefined })[] = [];
    const errors: (string | undefined)[] = [];
    beforeEach(() => {
      spans.length = 0;
      errors.length = 0;
      const ignore = () => undefined;
      const start = (description: SpanDescription, parent: string | undefined): Span => {
        spans.push({ ...description, parent });
        const traceparent = `00-4bf92f3577b34da6a3ce929d0e0e4736-00000000000000${spans.length}0-01`;
        return { traceparent, isRecorded: true, rename: ignore, set: ignore, end: (type) => void errors.push(type) };
      };
      useSpanRecorder({ ratio: 1, start });
    });
    afterEach(() => useSpanRecorder(null));
    const describeWork = (): SpanDescription => ({ name: 'work', kind: 'internal', attributes: {} });
    const database = () => runtime().databases.live.name;

    it('below the recorded work that issues them, with names and no values', async () => {
      await inSpan(parent, describeWork, () => things().find({ name: 'Noor Haddad' }, { limit: 1 }));
      const [work, operation] = spans;
      expect(spans).to.have.length(2);
      expect(work?.parent).to.equal(parent);
      expect(operation).to.deep.include({
        name: 'find things',
        kind: 'client',
        parent: '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000010-01',
        attributes: {
          'db.system.name': 'mongodb',
          'db.namespace': database(),
          'db.operation.name': 'find',
          'db.collection.name': 'things',
        },
      });
      expect(JSON.stringify(spans)).to.not.include('Noor');
    });

    it('that contains the name of their error', async () => {
      const fail = () =>
        runtime()
          .databases.live.collection('things')
          .aggregate([{ $no: 1 }])
          .toArray();
      await inSpan(parent, describeWork, fail).catch(() => undefined);
      expect(spans.at(-1)).to.include({ name: 'aggregate things' });
      expect(errors[0]).to.equal('MongoServerError');
    });

    it('only within recorded work, and not after it has ended', async () => {
      await things().find({}, { limit: 1 });
      let later: Promise<unknown> | undefined;
      let begin = (): void => undefined;
      await inSpan(parent, describeWork, async () => {
        const begun = new Promise<void>((resolve) => {
          begin = resolve;
        });
        later = begun.then(() => things().find({}, { limit: 1 }));
      });
      begin();
      await later;
      expect(spans.map(({ name }) => name)).to.deep.equal(['work']);
    });
  });
});
