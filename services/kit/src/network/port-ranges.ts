/** Ports that receivers may have. */
export interface PortRanges {
  contains(port: number): boolean;
  /** Text for messages. */
  readonly description: string;
}

export const defaultPorts = '443,80,1024-65535';

function parseRange(text: string): { first: number; last: number } {
  const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === '' || first < 1 || last > 65_535 || first > last) {
    throw new Error(`${text} must be a port or a range such as 1024-65535`);
  }
  return { first, last };
}

/** Parses a comma-separated list of ports and port ranges. */
export function parsePortRanges(text: string): PortRanges {
  const parts = text.split(',').map((part) => part.trim());
  const ranges = parts.map(parseRange);
  return {
    contains: (port) => ranges.some(({ first, last }) => port >= first && port <= last),
    description: parts.join(', '),
  };
}

/** Returns the port of a URL, or the default port of its scheme. */
export function readPort({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
