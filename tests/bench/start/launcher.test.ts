import { expect } from 'chai';
import { parseStep } from './launcher.js';

describe('the steps of a start', () => {
  it("are read from the launcher's lines, and not from other lines", () => {
    expect(parseStep('   2.6 s  auth: http://127.0.0.1:4101, gRPC 127.0.0.1:4201')).to.deep.equal({
      name: 'auth',
      seconds: 2.6,
    });
    expect(parseStep('  11.9 s  Plotline is ready.')).to.deep.equal({ name: 'Plotline is ready.', seconds: 11.9 });
    expect(parseStep('          auth ended (exit code 1); restarting in 0.25 s')).to.equal(null);
    expect(parseStep('  API                   http://localhost:8080')).to.equal(null);
  });
});
