import { signCall, signCaller, verifyCall } from '@plotline/kit/core/caller';
import { type CallerKeys, createCallerKeys, parsePrivateKey, toPublicKey } from '@plotline/kit/core/caller-keys';
import { expect } from 'chai';
import { callerKeysOf, privateKeyOf } from '../../support/caller-keys.js';
import { testCaller } from '../../support/test-runtime.js';

const publicOf = (name: string) => toPublicKey(parsePrivateKey(privateKeyOf(name)));
const target = { service: 'team', method: 'POST', path: '/plotline.team.v1.AgentsService/GetAgents' };

/** Returns the program that signed a call to team, as team verifies it. */
function readProgram(signer: CallerKeys, verifier: CallerKeys, service = 'team'): string | undefined {
  return verifyCall(signCaller(testCaller(), { ...target, service }, signer), target, verifier)?.program;
}

describe('the keys that programs sign with', () => {
  it('identify the program that signed a call, with or without a caller', () => {
    expect(readProgram(callerKeysOf('pipeline'), callerKeysOf('team'))).to.equal('pipeline');
    const signed = signCall(Date.now() + 5_000, target, callerKeysOf('gateway'));
    const call = verifyCall(signed, target, callerKeysOf('team'));
    expect(call).to.deep.equal({ program: 'gateway', caller: null });
  });

  it('prevent a program from signing on behalf of another program', () => {
    // Secret that transfer can derive from its own key and all public keys.
    const publicKeys = { transfer: [publicOf('transfer')], team: [publicOf('team')], gateway: [publicOf('gateway')] };
    const forger = createCallerKeys({ key: privateKeyOf('transfer'), publicKeys });
    const inTheNameOfGateway = createCallerKeys({
      key: privateKeyOf('transfer'),
      publicKeys: { gateway: [publicOf('transfer')], team: [publicOf('team')] },
    });
    expect(readProgram(forger, callerKeysOf('team'))).to.equal('transfer');
    expect(readProgram(inTheNameOfGateway, callerKeysOf('team'))).to.equal(undefined);
  });

  it('limit a signed call to the program that was the target of the signature', () => {
    const signed = signCaller(testCaller(), { ...target, service: 'webhook' }, callerKeysOf('gateway'));
    expect(verifyCall(signed, target, callerKeysOf('team'))).to.equal(null);
    expect(readProgram(callerKeysOf('gateway'), callerKeysOf('team'), 'webhook')).to.equal(undefined);
  });

  it("are replaced in three steps, and programs that are one step apart accept each other's calls", () => {
    const [old, next] = ['team before', 'team after'].map(privateKeyOf);
    const [oldPublic = '', nextPublic = ''] = ['team before', 'team after'].map(publicOf);
    const steps = [
      { keys: [old, ''], listed: [oldPublic] },
      { keys: [old, next], listed: [oldPublic, nextPublic] },
      { keys: [next, old], listed: [nextPublic, oldPublic] },
      { keys: [next, ''], listed: [nextPublic] },
    ].map(({ keys: [key = '', previousKey = ''], listed }) => {
      const publicKeys = { team: listed, pipeline: [publicOf('pipeline')] };
      return {
        team: createCallerKeys({ key, previousKey, publicKeys }),
        pipeline: createCallerKeys({ key: privateKeyOf('pipeline'), publicKeys }),
      };
    });
    const toPipeline = { ...target, service: 'pipeline' };
    steps.forEach(({ team, pipeline }, step) => {
      for (const other of [steps[step - 1], steps[step], steps[step + 1]]) {
        if (!other) continue;
        expect(readProgram(pipeline, other.team), `to team, step ${step}`).to.equal('pipeline');
        const signed = signCaller(testCaller(), toPipeline, team);
        expect(verifyCall(signed, toPipeline, other.pipeline)?.program, `of team, step ${step}`).to.equal('team');
      }
    });
    expect(
      readProgram(steps[0]?.pipeline ?? callerKeysOf('pipeline'), steps[3]?.team ?? callerKeysOf('team')),
    ).to.equal(undefined);
  });

  it('are refused for an unlisted program and for a callee without a key', () => {
    const publicKeys = { team: [publicOf('team')] };
    expect(() => createCallerKeys({ key: privateKeyOf('stranger'), publicKeys })).to.throw('matches no program');
    const keys = createCallerKeys({ key: privateKeyOf('team'), publicKeys });
    expect(() => keys.getSigningKeys('pipeline')).to.throw('pipeline');
  });
});
