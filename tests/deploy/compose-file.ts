import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '../support/yaml.js';

export const root = join(import.meta.dirname, '..', '..');

type Mount = string | { readonly source: string; readonly target: string };

/** Container in docker-compose.yml, with the keys that these tests check. */
export interface Container {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly user?: string;
  readonly cpus?: number;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly tmpfs?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly Mount[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly network_mode?: string;
  readonly pid?: string;
  readonly cap_add?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
}

export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<
    Record<string, { readonly internal?: boolean; readonly driver_opts?: Readonly<Record<string, string>> }>
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** The file docker-compose.yml with its anchors and merge keys resolved. */
export const composeFile: ComposeFile = parseYaml(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));

export const containers: readonly (readonly [string, Container])[] = Object.entries(composeFile.services);
export const stores: readonly string[] = ['mongo', 'rabbitmq', 'redis'];

/** Containers with our own image: programs, and jobs that finish before the programs start. */
const own = containers.filter(([name]) => !stores.includes(name));
export const programs = own.filter(([name]) => !name.endsWith('-migration'));
export const jobs = own.filter(([name]) => name.endsWith('-migration'));

/** Returns the names of a container's secrets. */
export function secretsOf(container: Container): string[] {
  return (container.secrets ?? []).map((secret) => (typeof secret === 'string' ? secret : secret.source));
}
