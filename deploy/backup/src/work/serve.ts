import type { Server } from 'node:http';
import { createApp, createHttpServer, createProbes, listen } from '@plotline/kit/http/server';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { Gauge, type Registry } from 'prom-client';
import type { BackupFolder } from '../folder/backup-folder.js';

/**
 * Registers the time of the newest backup. Reads it from the folder, because another process may have made the backup.
 */
function registerAge(registry: Registry, folder: BackupFolder, stores: readonly string[]): void {
  new Gauge({
    name: 'plotline_backup_last_success_timestamp_seconds',
    help: 'Start of the newest complete backup of a store, as seconds since 1970; 0 if there is none.',
    labelNames: ['store'],
    registers: [registry],
    async collect() {
      const [newest] = await folder.list();
      const manifest = newest && (await folder.readManifest(newest.name));
      for (const store of stores) {
        const isIncluded = manifest && (store !== 'files' || manifest.files !== null);
        this.set({ store }, isIncluded ? Date.parse(manifest.started_at) / 1_000 : 0);
      }
    },
  });
}

/** Serves `/health`, `/ready` and `/metrics`. */
export async function serve(
  folder: BackupFolder,
  { port, host, hasFiles }: { readonly port: number; readonly host: string; readonly hasFiles: boolean },
): Promise<Server> {
  const metrics = createMetrics('backup');
  registerAge(metrics.registry, folder, hasFiles ? ['mongodb', 'files'] : ['mongodb']);
  const isReadable = () => folder.list().then(() => true);
  const server = createHttpServer(createApp().use(createProbes(isReadable, metrics)));
  await listen(server, port, host);
  return server;
}
