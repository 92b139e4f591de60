import { createKeyring } from '@plotline/kit/keyring';
import { isErasurePermit, signErasurePermit } from '@plotline/kit/workspace-data/erasure-permit';
import { expect } from 'chai';

describe('the permit of an erasure', () => {
  const keys = createKeyring('signs_permits_in_tests_alone');

  it('is good for the workspace that it was signed for, in every service that has the keys', () => {
    const permit = signErasurePermit('ws_1', keys);
    expect(isErasurePermit(permit, 'ws_1', keys)).to.equal(true);
    expect(isErasurePermit(permit, 'ws_2', keys)).to.equal(false);
    expect(isErasurePermit(permit, 'ws_1', createKeyring('another_secret_of_the_tests'))).to.equal(false);
    expect(isErasurePermit('', 'ws_1', keys)).to.equal(false);
  });
});
