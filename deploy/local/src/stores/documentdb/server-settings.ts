/** Connections: those of the bridge, those that DocumentDB makes to itself, and a few for psql. */
const MAX_CONNECTIONS = 64;

/** What loads DocumentDB; the alternate index handler is what lets an index serve a sort. */
export function listExtensionSettings(): string[] {
  return [
    "shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum'",
    "cron.database_name = 'postgres'",
    "documentdb.rum_library_load_option = 'require_documentdb_extended_rum'",
    "documentdb.alternate_index_handler_name = 'extended_rum'",
  ];
}

/**
 * The whole configuration of the server, which runs in its data directory. It listens on a socket in there, which
 * nobody but its owner and root can reach, and flushes before it acknowledges, as is PostgreSQL's default, unless told otherwise.
 */
export function renderServerSettings(flushes: boolean): string {
  const settings = [
    ...listExtensionSettings(),
    "listen_addresses = ''",
    "unix_socket_directories = '.'",
    'unix_socket_permissions = 0700',
    "documentdb.localhost_connection_string = 'host=/proc/self/cwd'",
    `max_connections = ${MAX_CONNECTIONS}`,
    // Without, what was acknowledged still survives a killed server, as the kernel has it, but not a crash of the machine.
    `fsync = ${flushes ? 'on' : 'off'}`,
    'synchronous_commit = on',
    'full_page_writes = on',
    // After a crash the data directory is flushed at once, not file by file, which takes seconds for DocumentDB's many files.
    "recovery_init_sync_method = 'syncfs'",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "log_min_messages = 'log'",
    "log_error_verbosity = 'terse'",
    "log_min_error_statement = 'panic'",
    // Cursors may be continued on any connection, as clients share them.
    'documentdb.useFileBasedPersistedCursors = on',
    'documentdb.defaultCursorExpiryTimeLimitSeconds = 600',
    // It only builds indexes for which nobody waits, of which there are none here, and looks for them on two new connections every two seconds.
    'documentdb.enableBackgroundWorker = off',
    'cron.use_background_workers = on',
    'cron.log_run = off',
    'cron.log_statement = off',
    // For a small machine with other work: little memory and few background processes.
    'shared_buffers = 128MB',
    'work_mem = 8MB',
    'maintenance_work_mem = 64MB',
    'max_wal_size = 512MB',
    'wal_buffers = 4MB',
    "io_method = 'sync'",
    // The log gets each entry of an index by itself; by default DocumentDB compares two images of its page, a quarter of what an insert of a lead costs.
    'documentdb_rum.enable_custom_xlog_rmgr = on',
    'documentdb_rum.enable_xlog_insert_entry = on',
    // For documents above 2 KB; the default takes a multiple of the time.
    'default_toast_compression = lz4',
    'jit = off',
    'max_parallel_workers_per_gather = 0',
    'max_parallel_maintenance_workers = 0',
    'max_wal_senders = 0',
    'max_logical_replication_workers = 0',
    // Without statistics the planner picks wrong indexes, so tables are analyzed soon after they grew; from 3,000 documents of each, as
    // every one is read whole: of 30,000 (the default), after each twentieth more, statistics took up to a seventh of what creations cost the server.
    'autovacuum_naptime = 5s',
    'autovacuum_analyze_threshold = 50',
    'autovacuum_analyze_scale_factor = 0.2',
    'default_statistics_target = 10',
    // The bridge retries after a deadlock, so that it should be detected soon.
    "deadlock_timeout = '20ms'",
    // An abandoned transaction must not hold locks.
    "idle_in_transaction_session_timeout = '90s'",
    // EXPLAIN tells PostgreSQL's plan alone: DocumentDB's own words in it take several connections to itself, 50 ms each.
    'documentdb.enable_default_extended_explain = off',
    "client_connection_check_interval = '5s'",
  ];
  return `# Written at each start.\n${settings.join('\n')}\n`;
}
