/** Connections for the bridge and for DocumentDB's calls to itself, and a few for psql. */
const MAX_CONNECTIONS = 64;

/** Libraries that load DocumentDB. The alternate index handler lets an index serve a sort. */
export function listExtensionSettings(): string[] {
  return [
    "shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum'",
    "cron.database_name = 'postgres'",
    "documentdb.rum_library_load_option = 'require_documentdb_extended_rum'",
    "documentdb.alternate_index_handler_name = 'extended_rum'",
  ];
}

/**
 * Returns the whole configuration of the server, which runs in its data directory. The server listens there on a socket
 * that only its owner and root can open. It flushes before it acknowledges (PostgreSQL's default), unless `flushes` is
 * false.
 */
export function renderServerSettings(flushes: boolean): string {
  const settings = [
    ...listExtensionSettings(),
    "listen_addresses = ''",
    "unix_socket_directories = '.'",
    'unix_socket_permissions = 0700',
    "documentdb.localhost_connection_string = 'host=/proc/self/cwd'",
    `max_connections = ${MAX_CONNECTIONS}`,
    // Without flushing, acknowledged data survives a killed server, because the kernel has the data. It doesn't survive
    // a crash of the machine.
    `fsync = ${flushes ? 'on' : 'off'}`,
    'synchronous_commit = on',
    'full_page_writes = on',
    // Flushes the whole file system after a crash. Flushing file by file takes seconds for DocumentDB's many files.
    "recovery_init_sync_method = 'syncfs'",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "log_min_messages = 'log'",
    "log_error_verbosity = 'terse'",
    "log_min_error_statement = 'panic'",
    // Any connection may continue a cursor, because clients share connections.
    'documentdb.useFileBasedPersistedCursors = on',
    'documentdb.defaultCursorExpiryTimeLimitSeconds = 600',
    // This job only builds background indexes, which aren't used here. It would open two connections every two seconds
    // to look for such indexes.
    'documentdb.enableBackgroundWorker = off',
    'cron.use_background_workers = on',
    'cron.log_run = off',
    'cron.log_statement = off',
    // The server uses little memory and few background processes, so that a small machine can do other work.
    'shared_buffers = 128MB',
    'work_mem = 8MB',
    'maintenance_work_mem = 64MB',
    'max_wal_size = 512MB',
    'wal_buffers = 4MB',
    "io_method = 'sync'",
    // Logs each index entry by itself. By default, DocumentDB compares two images of the index page, which is a quarter
    // of the cost of inserting a lead.
    'documentdb_rum.enable_custom_xlog_rmgr = on',
    'documentdb_rum.enable_xlog_insert_entry = on',
    // Applies to documents above 2 KB. The default algorithm takes several times as long.
    'default_toast_compression = lz4',
    'jit = off',
    'max_parallel_workers_per_gather = 0',
    'max_parallel_maintenance_workers = 0',
    'max_wal_senders = 0',
    'max_logical_replication_workers = 0',
    // Without statistics the planner chooses wrong indexes, so tables are analyzed soon after they grow. Analyzing
    // reads each sampled document as a whole. The default sample of 30,000 documents took up to a seventh of the
    // server's time while records were created. So the sample is 3,000 here.
    'autovacuum_naptime = 5s',
    'autovacuum_analyze_threshold = 50',
    'autovacuum_analyze_scale_factor = 0.2',
    'default_statistics_target = 10',
    // The bridge retries after a deadlock, so detecting deadlocks early saves time.
    "deadlock_timeout = '20ms'",
    // An abandoned transaction must not keep its locks.
    "idle_in_transaction_session_timeout = '90s'",
    // EXPLAIN shows only PostgreSQL's plan. For its own details, DocumentDB would open several connections to itself,
    // which take 50 ms each.
    'documentdb.enable_default_extended_explain = off',
    "client_connection_check_interval = '5s'",
  ];
  return `# Written at each start.\n${settings.join('\n')}\n`;
}
