import { hostname } from 'node:os';
import { version } from './version.js';

/** Process that logs and spans come from. */
export interface ProcessResource {
  /** Version of Plotline. */
  readonly version: string;
  /** Group of services that belong together: `plotline`, unless the environment names a different one. */
  readonly namespace: string;
  /** Unique name of the process: the pod or container, and the process in it. */
  readonly instance: string;
  /** Deployment, such as `production`; undefined unless the environment names one. */
  readonly environment: string | undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses `OTEL_RESOURCE_ATTRIBUTES`, such as `deployment.environment.name=production,service.namespace=eu`. */
function parseAttributes(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const end = pair.indexOf('=');
    const value = decode(pair.slice(end + 1).trim());
    return end > 0 && value !== '' ? [[pair.slice(0, end).trim(), value] as const] : [];
  });
  return new Map(pairs);
}

/** Describes this process. `OTEL_RESOURCE_ATTRIBUTES` in the environment takes precedence over the defaults. */
export function describeProcess(environment: NodeJS.ProcessEnv = process.env): ProcessResource {
  const given = parseAttributes(environment['OTEL_RESOURCE_ATTRIBUTES'] ?? '');
  return {
    version: given.get('service.version') ?? version,
    namespace: given.get('service.namespace') ?? 'plotline',
    instance: given.get('service.instance.id') ?? `${hostname()}:${process.pid}`,
    // The second name comes from OpenTelemetry's earlier conventions.
    environment: given.get('deployment.environment.name') ?? given.get('deployment.environment'),
  };
}

/** Returns OpenTelemetry's attributes of a process. */
export function toResourceAttributes({
  version,
  namespace,
  instance,
  environment,
}: ProcessResource): Record<string, string> {
  return {
    'service.version': version,
    'service.namespace': namespace,
    'service.instance.id': instance,
    ...(environment !== undefined && { 'deployment.environment.name': environment }),
  };
}

/** Returns the fields that describe the process in each log line. */
export function toResourceFields({ version, namespace, instance, environment }: ProcessResource) {
  return { version, namespace, instance, ...(environment !== undefined && { environment }) };
}
