import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CONFIGURATION = `# Written at each start.
log.console = true
log.console.level = warning
log.file = false
vm_memory_high_watermark.absolute = 512MB
disk_free_limit.absolute = 64MB
# Quorum queues hold this much of their log in memory; the default of 512 MiB is for servers.
raft.wal_max_size_bytes = 33554432
`;

/** Writes the files that the broker is started with; no plugin is enabled. */
export async function writeBrokerConfiguration(dataDirectory: string): Promise<void> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDirectory, 'rabbitmq.conf'), CONFIGURATION);
  await writeFile(join(dataDirectory, 'enabled_plugins'), '[].\n');
}
