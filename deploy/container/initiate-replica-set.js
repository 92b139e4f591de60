// Health check of the database, run by mongosh. Healthy means that the replica set has a primary that takes writes, and
// that each service has its user. The first run initiates the set.

const services = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'];
const readSecret = (name) => fs.readFileSync(`/run/secrets/${name}`, 'utf8').trim();
const admin = db.getSiblingDB('admin');
admin.auth('plotline', readSecret('mongo_password'));

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'plotline', members: [{ _id: 0, host: 'mongo:27017' }] });
}

/** Allows a service to read and write its live and its sandbox database, and nothing else. */
function createUser(service) {
  const [, pwd] = /^mongodb:\/\/\w+:([\w-]+)@/.exec(readSecret(`mongo_url_${service}`));
  const roles = ['live', 'sandbox'].map((mode) => ({ role: 'readWrite', db: `plotline_${service}_${mode}` }));
  admin.createUser({ user: service, pwd, roles });
}

const isPrimary = db.hello().isWritablePrimary;
if (isPrimary) for (const service of services) if (admin.getUser(service) === null) createUser(service);
quit(isPrimary ? 0 : 1);
