import { isPublicAddress } from '@plotline/kit/network/public-address';
import { expect } from 'chai';

const refused: Readonly<Record<string, readonly string[]>> = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
  'link-local': ['169.254.0.1', 'fe80::1', 'febf::1'],
  'site-local': ['fec0::1'],
  'cloud metadata': [
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    '168.63.129.16',
    '::ffff:168.63.129.16',
  ],
  'carrier NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['192.0.0.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '240.0.0.1', '254.1.1.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'IPv4-mapped private': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:169.254.169.254'],
  'IPv4-compatible': ['::127.0.0.1', '::10.0.0.1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  'NAT64 of private': ['64:ff9b::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::192.168.1.1'],
  'local NAT64': ['64:ff9b:1::8.8.8.8'],
  '6to4': ['2002:7f00:1::1', '2002:0a00:0001::', '2002:a9fe:a9fe::1', '2002:808:808::1'],
  Teredo: ['2001:0:53aa:64c::1'],
  'discard, benchmarking, ORCHID, segment routing': ['100::1', '2001:2::1', '2001:10::1', '2001:20::1', '5f00::1'],
  'unassigned space': ['4000::1', '8000::1', 'e000::1'],
  'text that is not an address': ['', 'localhost', 'example.com', '256.1.1.1', '1.2.3', ':::', '127.0.0.1:80', '[::1]'],
};

const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
];

describe('isPublicAddress', () => {
  for (const [kind, addresses] of Object.entries(refused)) {
    for (const address of addresses) {
      it(`refuses ${address || '(empty)'}: ${kind}`, () => {
        expect(isPublicAddress(address)).to.equal(false);
      });
    }
  }

  for (const address of allowed) {
    it(`allows ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(true);
    });
  }
});
