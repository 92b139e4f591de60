import {
  getSpanId,
  getTraceId,
  isSampled,
  isTraceparent,
  newTraceparent,
  toTraceparent,
  withoutSampling,
} from '@plotline/kit/core/ids';
import { expect } from 'chai';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('traceparent', () => {
  for (const valid of [`00-${traceId}-${spanId}-01`, `cc-${traceId}-${spanId}-00`]) {
    it(`is well-formed: ${valid.slice(0, 6)}`, () => expect(isTraceparent(valid)).to.equal(true));
  }

  const faulty = {
    missing: undefined,
    'a list': [`00-${traceId}-${spanId}-01`],
    'of version ff': `ff-${traceId}-${spanId}-01`,
    'in upper case': `00-${traceId.toUpperCase()}-${spanId}-01`,
    'of a zero trace id': `00-${'0'.repeat(32)}-${spanId}-01`,
    'of a zero span id': `00-${traceId}-${'0'.repeat(16)}-01`,
    'too long': `00-${traceId}-${spanId}-01-x`,
  };
  for (const [name, text] of Object.entries(faulty)) {
    it(`is not well-formed when it is ${name}`, () => expect(isTraceparent(text)).to.equal(false));
  }

  it('is new, well-formed and not sampled when the work has no cause', () => {
    const created = newTraceparent();
    expect(isTraceparent(created)).to.equal(true);
    expect(isSampled(created)).to.equal(false);
    expect(newTraceparent()).to.not.equal(created);
  });

  it('is read and written without loss', () => {
    const text = toTraceparent({ traceId, spanId });
    expect(text).to.equal(`00-${traceId}-${spanId}-01`);
    expect([getTraceId(text), getSpanId(text)]).to.deep.equal([traceId, spanId]);
    expect(getTraceId(undefined)).to.equal(undefined);
  });

  it('is sampled only if the last bit of its flags is set', () => {
    const isSet = (flags: string) => isSampled(`00-${traceId}-${spanId}-${flags}`);
    expect(['00', '01', '02', '03', 'fe', 'ff'].map(isSet)).to.deep.equal([false, true, false, true, false, true]);
    expect(withoutSampling(`00-${traceId}-${spanId}-01`)).to.equal(`00-${traceId}-${spanId}-00`);
  });
});
