import { publicAddressSpecs, readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { previousSecret, secret } from '@plotline/kit/process/secret-specs';
import { str } from 'envalid';

/** The environment of the transfer service. Throws an error that names every fault in it. */
export function readTransferConfig() {
  return readConfig({
    ...serviceSpecs,
    AUTH_BASE_URL: publicAddressSpecs.AUTH_BASE_URL,
    INVENTORY_GRPC: str({ desc: 'host:port of the inventory service' }),
    PIPELINE_GRPC: str({ desc: 'host:port of the pipeline service' }),
    TEAM_GRPC: str({ desc: 'host:port of the team service' }),
    FILES_DIRECTORY: str({
      desc: 'folder of the imported and exported files; all processes of the service see the same one',
    }),
    TRANSFER_LINK_SECRET: secret({ desc: 'signs download links' }),
    TRANSFER_LINK_SECRET_PREVIOUS: previousSecret({ desc: 'its links work, too' }),
  });
}
