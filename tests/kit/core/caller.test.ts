import { createHmac } from 'node:crypto';
import {
  type Caller,
  type CallTarget,
  createSystemCaller,
  signatureSkewMs,
  signCaller,
  verifyCall,
} from '@plotline/kit/core/caller';
import { clockSkewMs } from '@plotline/kit/core/time';
import { expect } from 'chai';
import { callerKeysOf } from '../../support/caller-keys.js';
import { testCaller } from '../../support/test-runtime.js';

const keyring = callerKeysOf('pipeline');
const verifyCaller = (...given: Parameters<typeof verifyCall>) => verifyCall(...given)?.caller ?? null;
const createCaller = () =>
  testCaller('ws_1', 'sandbox', {
    actor: { type: 'user', id: 'user_1', name: 'Ümit', role: 'agent', agentId: 'agent_1' },
    credentialId: 'grant_1',
    memberSince: 1_700_000_000_000,
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  });
const target: CallTarget = { service: 'pipeline', method: 'GET', path: '/v1/leads?stage=new' };
/** Runs `work` on a machine whose clock is ahead. */
function withClockAhead<T>(milliseconds: number, work: () => T): T {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  try {
    return work();
  } finally {
    Date.now = now;
  }
}

/** Signs a header as a signer of another version does: in the same form, but with other fields. */
function signFields(fields: object): string {
  const { id, secret } = keyring.getSigningKeys(target.service).current;
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  const text = `${payload}\n${target.service}\n${target.method}\n${target.path}`;
  return `${id}.${payload}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe('signCaller and verifyCaller', () => {
  let caller: Caller;
  beforeEach(() => {
    caller = createCaller();
  });
  const sign = () => signCaller(caller, target, keyring);

  it('encode the caller in characters that a header allows', () => {
    const signed = sign();
    expect(signed).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const { deadline, ...fields } = verifyCaller(signed, target, keyring) ?? expect.fail('The caller was refused.');
    const { deadline: expected, ...expectedFields } = caller;
    expect(fields).to.deep.equal(expectedFields);
    expect(deadline).to.be.closeTo(expected, 5_000);
  });

  it('refuse a caller if any one character was changed', () => {
    const signed = sign();
    for (let index = 0; index < signed.length; index += 1) {
      const other = signed[index] === 'A' ? 'B' : 'A';
      const changed = signed.slice(0, index) + other + signed.slice(index + 1);
      const found = verifyCaller(changed, target, keyring);
      // The last character of the signature has only four significant bits, so another character may stand for the same
      // bytes.
      if (index < signed.length - 1) expect(found, `character ${index}`).to.equal(null);
    }
  });

  it('refuse a caller that was signed for a different service, method, path or query', () => {
    for (const change of [
      { service: 'inventory' },
      { method: 'POST' },
      { path: '/v1/leads' },
      { path: '/v1/leads?stage=won' },
      { service: 'pipeline\nGET', method: '' },
    ]) {
      expect(verifyCaller(sign(), { ...target, ...change }, keyring), JSON.stringify(change)).to.equal(null);
    }
  });

  it("refuse a caller signed with a different secret, with another caller's signature, or cut short", () => {
    const signed = sign();
    const [keyId, payload, signature] = signed.split('.');
    const [, otherPayload] = signCaller({ ...caller, workspaceId: 'ws_2' }, target, keyring).split('.');
    expect(verifyCaller(signed, target, callerKeysOf('stranger'))).to.equal(null);
    const stranger = signCaller(caller, target, callerKeysOf('stranger')).split('.');
    for (const text of [
      [keyId, ...stranger.slice(1)].join('.'),
      `${keyId}.${otherPayload}.${signature}`,
      undefined,
      '',
      '.',
      '..',
      payload,
      `${keyId}.${payload}`,
      `${keyId}.${payload}.`,
      `${payload}.${signature}`,
      `${signed}.`,
      signed.slice(0, -2),
    ]) {
      expect(verifyCaller(text, target, keyring), String(text)).to.equal(null);
    }
  });

  const readTimeLeft = (signed: string) => (verifyCaller(signed, target, keyring)?.deadline ?? Number.NaN) - Date.now();

  it('keep the remaining time of a signer whose clock is behind or ahead by the allowed skew', () => {
    for (const ahead of [-signatureSkewMs + 1, -10_000, 0, clockSkewMs]) {
      const signed = sign();
      withClockAhead(ahead, () => expect(readTimeLeft(signed), `ahead by ${ahead}`).to.be.closeTo(15_000, 5_000));
    }
  });

  it('subtract the time that a call spent on its way', () => {
    const signed = signCaller({ ...caller, deadline: Date.now() + 60_000 }, target, keyring);
    for (const [waited, left] of [
      [20_000, 42_000],
      [55_000, 7_000],
      [70_000, -8_000],
    ] as const) {
      withClockAhead(waited, () => expect(readTimeLeft(signed), `after ${waited}`).to.be.closeTo(left, 5_000));
    }
  });

  it('refuse a caller that is in the future or past its deadline by more than the allowed skew', () => {
    const signed = sign();
    const late = caller.deadline - Date.now() + signatureSkewMs + 1_000;
    for (const ahead of [-signatureSkewMs - 1_000, late, 3_600_000]) {
      withClockAhead(ahead, () => expect(verifyCaller(signed, target, keyring), String(ahead)).to.equal(null));
    }
  });

  it('accept a caller shortly past its deadline, because the handler also checks the deadline', () => {
    const late = testCaller('ws_1', 'live', { deadline: Date.now() - 3_600_000 });
    const found = verifyCaller(signCaller(late, target, keyring), target, keyring);
    expect(found?.deadline).to.be.below(Date.now());
  });

  it('read a caller from the previous release without a country and with the time zone UTC', () => {
    const { deadline: _deadline, country: _country, timeZone: _zone, ...fields } = caller;
    const signed = signFields({ ...fields, issuedAt: Date.now(), timeLeftMs: 5_000 });
    expect(verifyCaller(signed, target, keyring)).to.include({ country: '', timeZone: 'UTC' });
  });

  it('drop fields that only a newer release knows, and refuse a caller without a time', () => {
    const { deadline: _deadline, ...fields } = caller;
    const now = { issuedAt: Date.now(), timeLeftMs: 5_000 };
    const found = verifyCaller(signFields({ ...fields, ...now, color: 'blue' }), target, keyring);
    expect(found).to.not.have.property('color');
    expect(found?.plan).to.equal(caller.plan);
    expect(verifyCaller(signFields(fields), target, keyring), 'no time').to.equal(null);
  });
});

describe('createSystemCaller', () => {
  it('creates a caller for one workspace with a deadline and without an agent', () => {
    const before = Date.now();
    const system = createSystemCaller({ workspaceId: 'ws_1', mode: 'sandbox' }, 'repair', 'request-1', {
      budgetMs: 5_000,
    });
    expect(system).to.deep.include({
      workspaceId: 'ws_1',
      mode: 'sandbox',
      actor: { type: 'system', id: 'repair', name: 'repair' },
      plan: '',
      requestId: 'request-1',
    });
    expect(system.traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(system.deadline).to.be.within(before + 5_000, Date.now() + 5_000);
  });
});
