import { previousSecret, publicAddressSpecs, readConfig, secret, serviceSpecs } from '@plotline/kit/service/config';

/** Reads the environment of the connect service. Throws an error that names every fault in it. */
export function readConnectConfig(environment?: NodeJS.ProcessEnv) {
  return readConfig(
    {
      ...serviceSpecs,
      ...publicAddressSpecs,
      CONNECT_SEAL_SECRET: secret({ desc: 'seals the credentials of connections' }),
      CONNECT_SEAL_SECRET_PREVIOUS: previousSecret({ desc: 'also opens those credentials' }),
    },
    environment,
  );
}
