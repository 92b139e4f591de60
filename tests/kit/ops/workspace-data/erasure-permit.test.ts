import { isErasurePermit, signErasurePermit } from '@plotline/kit/ops/workspace-data/workspace-data';
import { expect } from 'chai';
import { callerKeysOf } from '../../../support/caller-keys.js';

describe('an erasure permit', () => {
  it('is valid in every service for the workspace that auth signed it for', () => {
    const permit = signErasurePermit('ws_1', callerKeysOf('auth'));
    for (const service of ['connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook']) {
      expect(isErasurePermit(permit, 'ws_1', callerKeysOf(service)), service).to.equal(true);
      expect(isErasurePermit(permit, 'ws_2', callerKeysOf(service)), service).to.equal(false);
      expect(isErasurePermit('', 'ws_1', callerKeysOf(service)), service).to.equal(false);
    }
    expect(isErasurePermit(permit, 'ws_1', callerKeysOf('stranger'))).to.equal(false);
  });

  it('is invalid if another service signed it', () => {
    const permit = signErasurePermit('ws_1', callerKeysOf('webhook'));
    expect(isErasurePermit(permit, 'ws_1', callerKeysOf('pipeline'))).to.equal(false);
  });
});
