import type { Settings } from '../settings.js';
import { SERVICE_NAMES, type ServiceName } from './part-names.js';
import type { ServiceAddress, SystemAddresses } from './running-system.js';

/** The addresses that follow from the settings; those of the stores are known only once they are found. */
export function gatewayUrls(settings: Settings): SystemAddresses['urls'] {
  return {
    api: `http://localhost:${settings.api}`,
    sandbox: `http://localhost:${settings.sandbox}`,
    auth: `http://localhost:${settings.auth}`,
    private: `http://localhost:${settings.private}`,
  };
}

export function serviceAddress(ports: { readonly http: number; readonly grpc: number }): ServiceAddress {
  return { httpUrl: `http://127.0.0.1:${ports.http}`, grpcAddress: `127.0.0.1:${ports.grpc}` };
}

export function serviceAddresses(settings: Settings): Record<ServiceName, ServiceAddress> {
  const { auth, inventory, pipeline, team, webhook } = settings.services;
  return {
    auth: serviceAddress(auth),
    inventory: serviceAddress(inventory),
    pipeline: serviceAddress(pipeline),
    team: serviceAddress(team),
    webhook: serviceAddress(webhook),
  };
}

/** `AUTH_GRPC`, `INVENTORY_GRPC`, …: where the services find each other. */
export function grpcVariables(services: Record<ServiceName, ServiceAddress>): Record<string, string> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [`${name.toUpperCase()}_GRPC`, services[name].grpcAddress]));
}

/** `AUTH_URL`, `INVENTORY_URL`, …: where the gateway finds the services. */
export function urlVariables(services: Record<ServiceName, ServiceAddress>): Record<string, string> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [`${name.toUpperCase()}_URL`, services[name].httpUrl]));
}
