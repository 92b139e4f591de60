// Import rules of a service that is divided into features (architecture, "One service"): src/<feature>/<room>/.

const kit = '^services/kit/src/';
const protos = '^protos/';
const thirdParty = '(^|/)node_modules/';

/**
 * The folder of a room in each feature of each service. Each provider of connect is a feature below `providers/`. In
 * `to`, $1 is the service and $2 the feature of the importing file.
 */
const inRoom = (room) => `^services/(?!kit/|dashboard/|docs/)([^/]+)/src/((?:providers/)?[^/]+)/${room}/`;
const ownRooms = (...rooms) => `^services/$1/src/(?:providers/)?[^/]+/(${rooms.join('|')})/`;
const ownPeers = '^services/$1/src/peers/';
const ownContext = '^services/$1/src/context\\.ts$';

/**
 * Limits the imports of each room, in all services. `featureRules` decides which features a feature may import.
 * @param {import('dependency-cruiser').IToRestrictionType} localOnly
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const createRoomRules = (localOnly) => [
  {
    name: 'model-is-pure',
    severity: 'error',
    comment:
      'model/ decides without I/O. It imports model/, the core of the kit, the lists of scopes, settings and suspensions, and what computes: calendars, charsets, languages, phones.',
    from: { path: inRoom('model') },
    to: {
      pathNot: [
        ownRooms('model'),
        `${kit}core/`,
        `${protos}gen/plotline/auth/v1/(scopes|settings|suspensions)\\.ts$`,
        '^(node:)?util$',
        `${thirdParty}(@types/)?luxon/`,
        `${thirdParty}libphonenumber-js/`,
        `${thirdParty}@exodus/bytes/`,
        `${thirdParty}franc/`,
        '^(node:)?url$',
      ],
    },
  },
  {
    name: 'store-imports-model-and-kit',
    severity: 'error',
    comment: 'store/ takes and gives records: it imports model/, store/ and the kit without HTTP and gRPC.',
    from: { path: inRoom('store') },
    to: { ...localOnly, pathNot: [ownRooms('model', 'store'), `${kit}(?!http/|rpc/|commands/)`] },
  },
  {
    name: 'api-imports-rooms',
    severity: 'error',
    comment: 'api/ imports rooms, the clients of other services (peers/), the context, the protos and the kit.',
    from: { path: inRoom('api') },
    to: { ...localOnly, pathNot: [ownRooms('model', 'store', 'api', 'work'), ownPeers, ownContext, protos, kit] },
  },
  {
    name: 'work-imports-rooms',
    severity: 'error',
    comment: 'work/ imports rooms, the clients of other services (peers/), the context, the protos and the kit.',
    from: { path: inRoom('work') },
    to: { ...localOnly, pathNot: [ownRooms('model', 'store', 'api', 'work'), ownPeers, ownContext, protos, kit] },
  },
  {
    name: 'work-imports-no-own-api',
    severity: 'error',
    comment: 'A request may run the work of its feature at once, so api/ imports work/ and never the reverse.',
    from: { path: inRoom('work') },
    to: { path: '^services/$1/src/$2/api/' },
  },
];

/**
 * Feature by name, or with what it offers to the features above it besides its model/ and store/. `offers` has whole
 * rooms, or paths below the feature without the extension. `why` says what they are for.
 * @typedef {string | { name: string, offers: readonly string[], why: string }} Feature
 */

const toOffer = (service, name, offer) =>
  `^services/${service}/src/${name}/${offer}${offer.includes('/') ? '\\.ts$' : '/'}`;

/**
 * Orders a service's features from top to bottom. Each feature may import the model/ and store/ of the features below
 * it, and what they offer.
 * @param {string} service
 * @param {readonly Feature[]} features
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const featureRules = (service, features) => {
  const source = `^services/${service}/src/`;
  const listed = features.map((feature) =>
    typeof feature === 'string' ? { name: feature, offers: [], why: '' } : feature,
  );
  const names = listed.map(({ name }) => name).join('|');
  const order = listed.map(({ name }, index) => {
    const below = listed.slice(index + 1);
    const offered = below.flatMap((feature) => feature.offers.map((offer) => toOffer(service, feature.name, offer)));
    const rooms = below.map((feature) => `${source}${feature.name}/(model|store)/`);
    return {
      name: `${service}-features-import-down`,
      severity: 'error',
      comment: `A feature of ${service} imports the model/ and store/ of the features below it, and what they offer.`,
      from: { path: `${source}${name}/` },
      to: { path: `${source}(${names})/`, pathNot: [`${source}${name}/`, ...rooms, ...offered] },
    };
  });
  return [
    ...order,
    {
      name: `${service}-has-features-only`,
      severity: 'error',
      comment: `Each folder of ${service} is one of its features, with the rooms model/, store/, api/ and work/, or has clients, commands or migrations.`,
      from: {
        path: `${source}[^/]+/`,
        pathNot: [`${source}(${names})/(model|store|api|work)/`, `${source}(peers|commands|migrations)/`],
      },
      to: {},
    },
  ];
};

module.exports = { createRoomRules, featureRules };
