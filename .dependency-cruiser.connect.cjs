// The order of connect's features (services/connect/README.md).

const { featureRules } = require('./.dependency-cruiser.services.cjs');

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
module.exports = () =>
  featureRules('connect', [
    'simulator',
    'statements',
    'payments',
    'inbound',
    { name: 'emails', offers: ['work/record-delivery'], why: 'The hook of a connection reports deliveries too.' },
    'documents',
    'hooks',
    'crm',
    'outbound',
    {
      name: 'connections',
      offers: ['work/call-vendor'],
      why: 'Every request of a connection is logged the same way.',
    },
    'calls',
    { name: 'templates', offers: ['work'], why: 'A document is rendered from a template.' },
    'providers/stripe',
    'providers/hubspot',
    'providers/documenso',
    'providers/docusign',
    'providers/postmark',
    'providers/smtp',
    {
      name: 'vendors',
      offers: ['work/send-to-vendor', 'work/basic-auth', 'work/html-to-text'],
      why: 'Every provider is reached the same way, and mails are read the same way.',
    },
  ]);
