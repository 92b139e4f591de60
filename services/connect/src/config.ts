import { previousSecret, publicAddressSpecs, readConfig, secret, serviceSpecs } from '@plotline/kit/service/config';
import { str } from 'envalid';

/** Reads the environment of the connect service. Throws an error that names every fault in it. */
export function readConnectConfig(environment?: NodeJS.ProcessEnv) {
  return readConfig(
    {
      ...serviceSpecs,
      ...publicAddressSpecs,
      INVENTORY_GRPC: str({ desc: 'host:port of the inventory service' }),
      PIPELINE_GRPC: str({ desc: 'host:port of the pipeline service' }),
      CONNECT_SEAL_SECRET: secret({ desc: 'seals the credentials of connections' }),
      CONNECT_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'also opens those credentials' }),
    },
    environment,
  );
}
