/** The error for a MongoDB that cannot be had here: what was tried, and each way out. */
export function missingMongo(noMongod: string, buildFailure?: unknown): Error {
  const reason = buildFailure instanceof Error ? buildFailure.message : String(buildFailure);
  const documentdb =
    buildFailure === undefined
      ? 'DocumentDB, which can stand in, is installed on Debian or Ubuntu (amd64, arm64) as root only.'
      : `DocumentDB, which can stand in, could not be installed: ${reason}`;
  return new Error(
    [
      `MongoDB is missing: no mongod on the PATH, and none could be downloaded (${noMongod}).`,
      documentdb,
      'Install mongod, or run',
      '  node deploy/secrets/generate.mjs',
      '  docker compose up -d mongo rabbitmq redis',
      'and start again with MONGO_URL set (the line with its password: deploy/README.md; such as MONGO_URL=mongodb://127.0.0.1:27017/?replicaSet=rs0).',
    ].join('\n'),
    { cause: buildFailure },
  );
}
