import {
  previousSecret,
  publicAddressSpecs,
  quotaSpecs,
  readConfig,
  secret,
  serviceSpecs,
} from '@plotline/kit/service/config';
import { str } from 'envalid';
import { fileStoreSpecs } from './files/store/open-file-store.js';

/** Reads the environment of the transfer service. Throws an error that lists every problem in it. */
export function readTransferConfig(environment?: NodeJS.ProcessEnv) {
  return readConfig(
    {
      ...serviceSpecs,
      ...publicAddressSpecs,
      AUTH_GRPC: str({ desc: 'host:port of the auth service' }),
      INVENTORY_GRPC: str({ desc: 'host:port of the inventory service' }),
      PIPELINE_GRPC: str({ desc: 'host:port of the pipeline service' }),
      TEAM_GRPC: str({ desc: 'host:port of the team service' }),
      ...fileStoreSpecs,
      ...quotaSpecs,
      TRANSFER_LINK_SECRET: secret({ desc: 'secret that signs download links' }),
      TRANSFER_LINK_SECRET_PREVIOUS: previousSecret({
        desc: 'former secret; links that were signed with it still work',
      }),
    },
    environment,
  );
}
