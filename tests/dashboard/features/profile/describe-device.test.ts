import { describeDevice } from '@plotline/dashboard/features/profile/describe-device';
import { expect } from 'chai';

const ofWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const ofPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the device of a session', () => {
  it('is described by its browser and operating system', () => {
    expect(describeDevice(`${ofWindows} Chrome/140.0 Safari/537.36`)).to.equal('Chrome on Windows');
    expect(describeDevice(`${ofWindows} Chrome/140.0 Safari/537.36 Edg/140.0`)).to.equal('Edge on Windows');
    expect(describeDevice(`${ofPhone} Version/18.0 Mobile/15E148 Safari/604.1`)).to.equal('Safari on iOS');
    expect(describeDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0')).to.equal(
      'Firefox on Linux',
    );
  });

  it('falls back to the name that a program sends, and is never empty', () => {
    expect(describeDevice('curl/8.5.0')).to.equal('curl/8.5.0');
    expect(describeDevice('x'.repeat(100))).to.have.length(40);
    expect(describeDevice('')).to.equal('Unknown');
  });
});
