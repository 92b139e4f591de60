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
      CONNECT_FAKE_VENDORS: bool({ default: false, desc: 'fakes answer in place of vendors; local only' }),
      CONNECT_DENIED_ADDRESSES: addressRanges({
        default: parseAddressRanges(''),
        desc: 'ranges to which no connection is made, such as 203.0.113.0/24,2001:db8::/32',
      }),
      CONNECT_SEAL_SECRET: secret({ desc: 'seals the credentials of connections' }),
      CONNECT_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'also opens those credentials' }),
    },
    environment,
  );
  // Otherwise buyers of a real system would get links that nobody can pay.
  const { hostname } = new URL(config.API_BASE_URL);
  if (config.CONNECT_FAKE_VENDORS && hostname !== 'localhost') {
    throw new Error('CONNECT_FAKE_VENDORS is only for a system whose API_BASE_URL is on localhost.');
  }
  return config;
}
