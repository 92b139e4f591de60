import type { Clock } from '@plotline/kit/core/time';
import { createRecordReader } from '@plotline/transfer/peers/record-reader';
import { type Inventory, startInventory } from '../../inventory/support/inventory.js';
import { startTransferService, type TransferService } from './transfer-service.js';

export interface TransferBesideInventory {
  readonly inventory: Inventory;
  readonly transfer: TransferService;
  stop(): Promise<void>;
}

/** Starts the transfer service with a real inventory service and the given clock. */
export async function startTransferBesideInventory(clock?: Clock): Promise<TransferBesideInventory> {
  const inventory = await startInventory();
  const owner = { call: inventory.rpc };
  const recordReader = createRecordReader({ inventory: owner, pipeline: owner, team: owner });
  const transfer = await startTransferService({ recordReader }, clock);
  return { inventory, transfer, stop: async () => void (await Promise.all([transfer.stop(), inventory.stop()])) };
}
