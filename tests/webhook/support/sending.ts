import { attemptTimeoutMs } from '@plotline/webhook/deliveries/model/attempt';
import { defaultPorts, parsePortRanges } from '@plotline/webhook/receivers/model/port-ranges';
import {
  type AddressRules,
  createAddressGuard,
  type ResolvedAddress,
} from '@plotline/webhook/receivers/work/address-guard';
import { parseAddressRanges } from '@plotline/webhook/receivers/work/address-ranges';
import { createPinnedConnections } from '@plotline/webhook/receivers/work/connections';
import { HostSlots } from '@plotline/webhook/receivers/work/host-slots';
import { createSendRequest, type SenderOptions } from '@plotline/webhook/receivers/work/send-request';

export const defaultRules: AddressRules = {
  allowPrivate: false,
  denied: parseAddressRanges(''),
  ports: parsePortRanges(defaultPorts),
  isProxied: false,
};

/** Rules for addresses; by default those of production. */
export function createGuard(
  rules: Partial<AddressRules> = {},
  resolveName?: (name: string) => Promise<ResolvedAddress[]>,
) {
  return createAddressGuard({ ...defaultRules, ...rules }, resolveName);
}

/** Sender to receivers on this machine, unless given another guard. */
export function createSender(options: Partial<SenderOptions> = {}) {
  const { timeoutMs = attemptTimeoutMs } = options;
  return createSendRequest({
    guard: createGuard({ allowPrivate: true }),
    connections: createPinnedConnections(timeoutMs),
    hostSlots: new HostSlots({ limit: 20, maxWaitMs: 2_000 }),
    clock: () => new Date(),
    ...options,
  });
}
