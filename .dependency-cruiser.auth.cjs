// The order of auth's features (services/auth/README.md).

const { featureRules } = require('./.dependency-cruiser.services.cjs');

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
module.exports = () =>
  featureRules('auth', [
    'workspaces',
    'saved-views',
    'audit',
    { name: 'people', offers: ['api/prove-password'], why: 'who deletes a workspace proves the password' },
    { name: 'two-factor', offers: ['api/use-code'], why: 'who signs in, or deletes a workspace, shows a code' },
    'oauth',
    { name: 'pages', offers: ['api'], why: 'the frame of every page' },
    { name: 'sessions', offers: ['api'], why: 'who is signed in, and the cookie' },
    'keys',
    {
      name: 'mail',
      offers: ['work/commit-with-mail', 'work/change-and-tell', 'work/deliver'],
      why: 'changes that are mailed',
    },
    'throttling',
    {
      name: 'directory',
      offers: ['api', 'work/tell-team', 'work/refresh-roles'],
      why: 'who has access to what, and what team has to know of it',
    },
  ]);
