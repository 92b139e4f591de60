import { createValidateUrl } from '@plotline/webhook/receivers/work/validate-url';
import { expect } from 'chai';
import { createGuard, defaultRules } from '../support/sending.js';

const validateUrl = createValidateUrl(
  createGuard({}, async (name) => {
    if (name === 'public.example') return [{ address: '93.184.216.34', family: 4 }];
    if (name === 'private.example') return [{ address: '192.168.1.10', family: 4 }];
    if (name === 'slow.example') return new Promise(() => undefined);
    throw new Error('ENOTFOUND');
  }),
  defaultRules.ports,
);

describe('validateUrl', () => {
  for (const url of [
    'http://127.0.0.1/hook',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1:8080/',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://private.example/hook',
    'ftp://public.example/',
    'file:///etc/passwd',
    'https://user:password@public.example/',
    'https://',
    'http:///public.example',
    'https:public.example',
    'https:/public.example/hook',
    'https:\\\\public.example/hook',
    'https://public.example:0/hook',
    'http://8.8.8.8:00/',
    'http://[2606:4700::1111]:0/',
    'http://./hook',
    'https://../hook',
    'https://%2e/hook',
    'http://:80/',
    'https://public.example:22/hook',
    'https://public.example:1023/hook',
    'http://168.63.129.16/metadata',
    'not a url',
  ]) {
    it(`refuses ${url} and reports the field`, async () => {
      const details = await validateUrl(url);
      expect(details.map(({ field }) => field)).to.deep.equal(['url']);
    });
  }

  for (const url of [
    'https://public.example/hook?a=1',
    'https://public.example./hook',
    'http://8.8.8.8:8080/hook',
    'https://unknown.example/hook',
    'https://unknown.example:65535/0#0',
  ]) {
    it(`accepts ${url}`, async () => {
      expect(await validateUrl(url)).to.deep.equal([]);
    });
  }

  it('accepts a name that does not resolve within a second', async () => {
    expect(await validateUrl('https://slow.example/hook')).to.deep.equal([]);
  });

  it('accepts a missing url', async () => {
    expect(await validateUrl(undefined)).to.deep.equal([]);
  });
});
