import { type Context, createContext } from '@plotline/transfer/context';
import { createService } from '@plotline/transfer/service';
import { type StartedService, startTestService } from '../../support/started-service.js';

export type TransferService = StartedService<Context>;

export function startTransferService(): Promise<TransferService> {
  return startTestService('transfer', { createContext, createService });
}
