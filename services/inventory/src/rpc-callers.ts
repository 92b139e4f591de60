import type { RpcCallers } from '@plotline/kit/rpc/server';

/** Programs that may call each RPC of this service. */
export const rpcCallers: RpcCallers = {
  '/plotline.inventory.v1.ListingsService/GetListings': ['connect', 'pipeline', 'transfer'],
  '/plotline.inventory.v1.ListingsService/FindListings': ['pipeline'],
  '/plotline.inventory.v1.ListingsService/SellUnit': ['pipeline'],
  '/plotline.inventory.v1.ListingsService/ReleaseUnit': ['pipeline'],
  '/plotline.inventory.v1.ListingsService/CountUnits': ['pipeline'],
  '/plotline.inventory.v1.ListingsService/GetProgress': ['pipeline'],
  '/plotline.inventory.v1.HoldsService/ListOpenHolds': ['pipeline'],
  '/plotline.inventory.v1.HoldsService/EndHoldsOfLead': ['pipeline'],
  '/plotline.inventory.v1.HoldsService/MoveHoldsOfLead': ['pipeline'],
  '/plotline.inventory.v1.DepositsService/GetDeposit': ['connect'],
  '/plotline.inventory.v1.DepositsService/RecordDeposit': ['connect'],
  '/plotline.inventory.v1.DepositsService/TakeDepositBack': ['connect'],
  '/plotline.records.v1.RecordDetailsService/GetRecord': ['connect'],
  '/plotline.records.v1.RecordsService/ImportRows': ['transfer'],
  '/plotline.records.v1.RecordsService/RemoveImported': ['transfer'],
  '/plotline.records.v1.RecordsService/ReadRecords': ['pipeline', 'transfer'],
  '/plotline.usage.v1.UsageService/GetUsage': ['transfer'],
};
