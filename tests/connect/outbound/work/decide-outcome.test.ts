import { addFailure, addLimit, closedCircuit, isOpen, isPaused } from '@plotline/connect/connections/model/circuit';
import type { OutboundJob } from '@plotline/connect/outbound/model/outbound-job';
import { decideOutcome } from '@plotline/connect/outbound/work/decide-outcome';
import { VendorFailure, type VendorFailureCode } from '@plotline/connect/vendors/model/vendor-failure';
import { expect } from 'chai';

const now = new Date('2026-03-02T09:00:00.000Z');
const job: OutboundJob = {
  id: 'job_1',
  version: 1,
  connection_id: 'con_1',
  record_type: 'lead',
  record_id: 'lead_1',
  request_id: 'req_1',
  attempts: 0,
  sync_id: null,
  has_failed: false,
  since: now,
  resume_at: now,
};
const waitOf = (next: { readonly resume_at: Date } | null) => (next ? next.resume_at.getTime() - now.getTime() : null);
const decide = (code: VendorFailureCode, change: Partial<OutboundJob> = {}, retryAfterMs = 0) =>
  decideOutcome({ ...job, ...change }, closedCircuit, new VendorFailure(code, 'Told.', { retryAfterMs }), now);

describe('a failed attempt to send a record', () => {
  it('pauses the whole connection for as long as the vendor requests', () => {
    const { next, circuit, stops } = decide('rate_limited', {}, 90_000);
    expect(waitOf(next)).to.equal(90_000);
    expect(circuit.paused_until?.getTime()).to.equal(now.getTime() + 90_000);
    expect(stops).to.equal(true);
  });

  it('keeps the record and pauses when the vendor refuses the credentials', () => {
    const { next, stops, kind } = decide('credentials_refused');
    expect(waitOf(next)).to.be.greaterThan(0);
    expect({ stops, kind }).to.deep.equal({ stops: true, kind: 'postponed' });
  });

  it('never gives up on a record because of an outage', () => {
    for (const code of ['vendor_unavailable', 'outcome_unknown'] as const) {
      const { next, kind } = decide(code, { attempts: 1_000 });
      expect(kind).to.equal('postponed');
      expect(waitOf(next)).to.be.at.most(3_601_000);
    }
  });

  it('gives up on a refused record, and counts it in its sync', () => {
    expect(decide('request_refused')).to.deep.include({ next: null, kind: 'given_up', stops: false });
    expect(decide('request_refused', { sync_id: 'syn_1' }).next).to.deep.include({ has_failed: true });
  });

  it('gives up after 16 unreadable responses or internal errors', () => {
    expect(decide('answer_unreadable', { attempts: 14 }).kind).to.equal('postponed');
    expect(decide('answer_unreadable', { attempts: 15 }).kind).to.equal('given_up');
    const error = new Error('A fault of ours.');
    expect(decideOutcome({ ...job, attempts: 14 }, closedCircuit, error, now).kind).to.equal('postponed');
    expect(decideOutcome({ ...job, attempts: 15 }, closedCircuit, error, now).kind).to.equal('given_up');
    expect(decideOutcome(job, closedCircuit, error, now).circuit).to.equal(closedCircuit);
  });
});

describe('the circuit breaker of a connection', () => {
  it('opens at the third consecutive failure, and pauses longer after each further failure', () => {
    let circuit = closedCircuit;
    const pauses: number[] = [];
    for (let failures = 0; failures < 14; failures += 1) {
      circuit = addFailure(circuit, now, 0);
      pauses.push((circuit.paused_until?.getTime() ?? now.getTime()) - now.getTime());
    }
    expect(pauses.slice(0, 2)).to.deep.equal([0, 0]);
    expect(pauses[2]).to.be.greaterThan(0);
    expect(Math.max(...pauses)).to.be.at.most(600_000);
    expect(isOpen(circuit)).to.equal(true);
    expect(isPaused(circuit, now)).to.equal(true);
  });

  it('does not count a wait that the vendor requests as a failure, and limits the wait to a day', () => {
    const circuit = addLimit(closedCircuit, now, Number.MAX_SAFE_INTEGER);
    expect(circuit.failures).to.equal(0);
    expect(circuit.paused_until?.getTime()).to.equal(now.getTime() + 24 * 3_600_000);
  });
});
