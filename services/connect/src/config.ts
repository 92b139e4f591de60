import { type AddressRanges, parseAddressRanges } from '@plotline/kit/network/address-ranges';
import { previousSecret, publicAddressSpecs, readConfig, secret, serviceSpecs } from '@plotline/kit/service/config';
import { bool, makeValidator, str } from 'envalid';

const addressRanges = makeValidator<AddressRanges>(parseAddressRanges);

/** Reads the environment of the connect service. Throws an error that lists every problem in it. */
export function readConnectConfig(environment?: NodeJS.ProcessEnv) {
  const config = readConfig(
    {
      ...serviceSpecs,
      ...publicAddressSpecs,
      INVENTORY_GRPC: str({ desc: 'host:port of the inventory service' }),
      PIPELINE_GRPC: str({ desc: 'host:port of the pipeline service' }),
      TEAM_GRPC: str({ desc: 'host:port of the team service' }),
      TRANSFER_GRPC: str({ desc: 'host:port of the transfer service' }),
      NODE_ENV: str({ default: 'production', desc: 'anything but production allows fakes of vendors' }),
      CONNECT_FAKE_VENDORS: bool({ default: false, desc: 'fakes answer in place of vendors; local only' }),
      CONNECT_SIMULATOR_URL: str({ default: '', desc: 'http://localhost:port of the pages of the fakes' }),
      CONNECT_DENIED_ADDRESSES: addressRanges({
        default: parseAddressRanges(''),
        desc: 'ranges to which no connection is made, such as 203.0.113.0/24,2001:db8::/32',
      }),
      CONNECT_SEAL_SECRET: secret({ desc: 'seals the credentials of connections' }),
      CONNECT_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'also opens those credentials' }),
    },
    environment,
  );
  if (config.CONNECT_FAKE_VENDORS) assertLocal(config);
  return config;
}

/** Throws in a real system, because its buyers would get fake payment links. Images set NODE_ENV to production. */
function assertLocal(config: {
  readonly NODE_ENV: string;
  readonly API_BASE_URL: string;
  readonly CONNECT_SIMULATOR_URL: string;
}): void {
  if (config.NODE_ENV === 'production') {
    throw new Error('CONNECT_FAKE_VENDORS is refused in production. Remove it, or set NODE_ENV=development locally.');
  }
  if (new URL(config.API_BASE_URL).hostname !== 'localhost') {
    throw new Error('CONNECT_FAKE_VENDORS is only for a system whose API_BASE_URL is on localhost.');
  }
  if (!/^http:\/\/localhost:\d{1,5}$/.test(config.CONNECT_SIMULATOR_URL)) {
    throw new Error('CONNECT_FAKE_VENDORS needs CONNECT_SIMULATOR_URL, such as http://localhost:8083.');
  }
}
