import { createRecordImporter } from '@plotline/transfer/peers/record-importer';
import { createRecordReader } from '@plotline/transfer/peers/record-reader';
import { type Inventory, startInventory } from '../../inventory/support/inventory.js';
import { type Pipeline, startPipeline } from '../../pipeline/support/pipeline.js';
import { startTransferService, type TransferService } from './transfer-service.js';

export interface TransferBesideOwners {
  readonly inventory: Inventory;
  readonly pipeline: Pipeline;
  readonly transfer: TransferService;
  stop(): Promise<void>;
}

/** Starts the transfer service with the services that own importable records. */
export async function startTransferBesideOwners(): Promise<TransferBesideOwners> {
  const [inventory, pipeline] = await Promise.all([startInventory(), startPipeline()]);
  const owners = { inventory: { call: inventory.rpc }, pipeline: { call: pipeline.rpc } };
  const transfer = await startTransferService({
    recordReader: createRecordReader({ ...owners, team: owners.pipeline }),
    recordImporter: createRecordImporter(owners),
  });
  const stop = async () => void (await Promise.all([transfer.stop(), inventory.stop(), pipeline.stop()]));
  return { inventory, pipeline, transfer, stop };
}
