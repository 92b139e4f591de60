// Health check of the database, run by mongosh. Healthy means that the replica set has a primary that takes writes, and
// that each service, the backups and the exporter have their user. The first run initiates the set.

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

const rolesOn = (service, role) => ['live', 'sandbox'].map((mode) => ({ role, db: `plotline_${service}_${mode}` }));

/** Each service reads and writes its live and its sandbox database, and nothing else. */
const users = services.map((service) => ({ user: service, roles: rolesOn(service, 'readWrite') }));
/** Further users, whose secrets are mounted with compose.backup.yml and compose.exporters.yml. */
const others = [
  { user: 'backup', roles: services.flatMap((service) => rolesOn(service, 'read')) },
  { user: 'exporter', roles: [{ role: 'clusterMonitor', db: 'admin' }] },
];
users.push(...others.filter(({ user }) => fs.existsSync(`/run/secrets/mongo_url_${user}`)));

function createUser({ user, roles }) {
  const [, pwd] = /^mongodb:\/\/\w+:([\w-]+)@/.exec(readSecret(`mongo_url_${user}`));
  admin.createUser({ user, pwd, roles });
}

const isPrimary = db.hello().isWritablePrimary;
if (isPrimary) for (const user of users) if (admin.getUser(user.user) === null) createUser(user);
quit(isPrimary ? 0 : 1);
