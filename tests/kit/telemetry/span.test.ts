import { unavailable } from '@plotline/kit/core/errors';
import { isSampled, newTraceparent, withoutSampling } from '@plotline/kit/core/ids';
import {
  inSpan,
  type Span,
  type SpanDescription,
  startRequestSpan,
  startSpan,
  toErrorType,
  useSpanRecorder,
} from '@plotline/kit/telemetry/span';
import { expect } from 'chai';

const sampled = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const own = '00-4bf92f3577b34da6a3ce929d0e0e4736-00000000000000aa-01';

/** Calls that a recorder received. */
interface Recorded {
  readonly description: SpanDescription;
  readonly parent: string | undefined;
  readonly ends: (string | undefined)[];
}

const describeWork = (): SpanDescription => ({ name: 'work', kind: 'internal', attributes: {} });
const fail = (): SpanDescription => expect.fail('A span that is not recorded was described.');

describe('a span', () => {
  let recorded: Recorded[];

  function record(ratio: number): void {
    recorded = [];
    useSpanRecorder({
      ratio,
      start: (description, parent): Span => {
        const ends: (string | undefined)[] = [];
        recorded.push({ description, parent, ends });
        const ignore = () => undefined;
        return { traceparent: own, isRecorded: true, rename: ignore, set: ignore, end: (type) => void ends.push(type) };
      },
    });
  }
  afterEach(() => useSpanRecorder(null));

  it('is neither recorded nor described in a process that exports no spans, and keeps its parent', () => {
    const span = startSpan(sampled, fail);
    expect([span.isRecorded, span.traceparent]).to.deep.equal([false, sampled]);
    span.set({ name: 'value' });
    span.rename('another');
    span.end('failure');
  });

  it('is recorded as a child of a recorded parent, and is the parent of further spans', () => {
    record(0);
    const span = startSpan(sampled, describeWork);
    expect([span.isRecorded, span.traceparent]).to.deep.equal([true, own]);
    expect(recorded.map(({ parent }) => parent)).to.deep.equal([sampled]);
  });

  it('is neither recorded nor described when its parent is not recorded', () => {
    record(1);
    const parent = withoutSampling(sampled);
    expect(startSpan(parent, fail).traceparent).to.equal(parent);
    expect(startSpan(undefined, fail).traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  describe('for a request from outside', () => {
    it('is not recorded just because its client requests it', () => {
      record(0);
      expect(startRequestSpan(sampled, fail).traceparent).to.equal(withoutSampling(sampled));
      useSpanRecorder(null);
      expect(startRequestSpan(sampled, fail).traceparent).to.equal(withoutSampling(sampled));
    });

    it("is recorded in its client's trace even if the client does not request it", () => {
      record(1);
      expect(startRequestSpan(withoutSampling(sampled), describeWork).isRecorded).to.equal(true);
      expect(recorded.map(({ parent }) => parent)).to.deep.equal([withoutSampling(sampled)]);
    });

    it('is recorded for the configured share of traces, regardless of their ids', () => {
      record(0.25);
      const count = 20_000;
      for (let index = 0; index < count; index += 1) startRequestSpan(newTraceparent(), describeWork);
      const ofUnchosen = recorded.length / count;
      record(0.25);
      for (let index = 0; index < count; index += 1) startRequestSpan(sampled, describeWork);
      // The bounds are more than ten standard deviations away.
      expect(ofUnchosen).to.be.closeTo(0.25, 0.035);
      expect(recorded.length / count).to.be.closeTo(0.25, 0.035);
    });

    it('starts a new trace when its client has none', () => {
      record(0);
      expect(isSampled(startRequestSpan(undefined, fail).traceparent)).to.equal(false);
      record(1);
      startRequestSpan(undefined, describeWork);
      expect(recorded[0]?.parent).to.equal(undefined);
    });
  });

  it('ends with the work, and records only the code or name of a failure', async () => {
    record(1);
    expect(await inSpan(sampled, describeWork, async ({ traceparent }) => traceparent)).to.equal(own);
    const secret = new TypeError('of noor@example.com');
    const thrown = await inSpan(sampled, describeWork, () => Promise.reject(secret)).catch((error: unknown) => error);
    expect(thrown).to.equal(secret);
    expect(recorded.map(({ ends }) => ends)).to.deep.equal([[undefined], ['TypeError']]);
    expect(toErrorType(unavailable('Not now.'))).to.equal('SERVICE_UNAVAILABLE');
    expect(toErrorType('text')).to.equal('string');
  });
});
