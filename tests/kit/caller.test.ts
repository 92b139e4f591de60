import { createSystemCaller, signCaller, verifyCaller } from '@plotline/kit/caller';
import { expect } from 'chai';
import { testCaller } from '../support/test-runtime.js';

const secret = 'a secret of the tests';

describe('signCaller and verifyCaller', () => {
  const caller = testCaller('ws_1', 'sandbox', {
    actor: { type: 'user', id: 'user_1', name: 'Ümit', role: 'agent', agentId: 'agent_1' },
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  });
  const signed = signCaller(caller, secret);

  it('transport the caller, in characters that a header takes', () => {
    expect(signed).to.match(/^[\w-]+\.[\w-]+$/);
    expect(verifyCaller(signed, secret)).to.deep.equal(caller);
  });

  it('refuse a caller with any one character changed', () => {
    for (let index = 0; index < signed.length; index += 1) {
      const other = signed[index] === 'A' ? 'B' : 'A';
      const changed = signed.slice(0, index) + other + signed.slice(index + 1);
      const found = verifyCaller(changed, secret);
      // The last character of the signature carries four bits only: another one may mean the same bytes.
      if (index === signed.length - 1) expect([null, caller]).to.deep.include(found);
      else expect(found, `character ${index}`).to.equal(null);
    }
  });

  it('refuse a caller with another secret, with the signature of another, or cut short', () => {
    const [payload, signature] = signed.split('.');
    const [otherPayload] = signCaller({ ...caller, workspaceId: 'ws_2' }, secret).split('.');
    expect(verifyCaller(signed, 'another secret')).to.equal(null);
    expect(verifyCaller(`${otherPayload}.${signature}`, secret)).to.equal(null);
    for (const text of [undefined, '', '.', payload, `${payload}.`, `.${signature}`, signed.slice(0, -2)]) {
      expect(verifyCaller(text, secret), String(text)).to.equal(null);
    }
  });

  it('accept a caller past its deadline, which the work checks itself', () => {
    const late = testCaller('ws_1', 'live', { deadline: 1 });
    expect(verifyCaller(signCaller(late, secret), secret)).to.deep.equal(late);
  });
});

describe('createSystemCaller', () => {
  it('creates a caller of one workspace with a deadline and without an agent', () => {
    const before = Date.now();
    const caller = createSystemCaller({ workspaceId: 'ws_1', mode: 'sandbox' }, 'repair', 'request-1', 5_000);
    expect(caller).to.deep.include({
      workspaceId: 'ws_1',
      mode: 'sandbox',
      actor: { type: 'system', id: 'repair', name: 'repair' },
      requestId: 'request-1',
    });
    expect(caller.deadline).to.be.within(before + 5_000, Date.now() + 5_000);
  });
});
