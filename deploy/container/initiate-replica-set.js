// Health check of the database, run by mongosh: healthy means that the replica set has a primary that takes writes.
// The first run initiates the set; every later one finds it initiated.

const password = fs.readFileSync('/run/secrets/mongo_password', 'utf8').trim();
db.getSiblingDB('admin').auth('plotline', password);

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'plotline', members: [{ _id: 0, host: 'mongo:27017' }] });
}
quit(db.hello().isWritablePrimary ? 0 : 1);
