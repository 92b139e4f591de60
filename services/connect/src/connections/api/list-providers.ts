import { ok } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { ProviderCategory, ProviderField } from '../../vendors/model/provider.js';
import { bankStatement } from '../model/bank-statement.js';

/** Public facts about a provider, even if the workspace has no connection to it. */
interface CatalogueEntry {
  readonly name: string;
  readonly category: ProviderCategory;
  readonly title: string;
  readonly description: string;
  readonly documentationUrl: string | null;
  readonly effects: readonly string[];
  readonly settings: readonly ProviderField[];
  readonly credentials: readonly ProviderField[];
}

function toFieldJson({ name, label, type, required, help, maxLength }: ProviderField) {
  return { name, label, type, required, help, max_length: maxLength };
}

function toEntryJson(
  entry: CatalogueEntry,
  { needsConnection, simulated }: Readonly<Record<'needsConnection' | 'simulated', boolean>>,
) {
  const { name, category, title, description, documentationUrl, effects, settings, credentials } = entry;
  return {
    name,
    category,
    title,
    description,
    documentation_url: documentationUrl,
    needs_connection: needsConnection,
    simulated,
    effects,
    settings: settings.map(toFieldJson),
    credentials: credentials.map(toFieldJson),
  };
}

/** GET /v1/connection-providers */
export function listProviders({ providers, simulatorUrl }: Pick<Context, 'providers' | 'simulatorUrl'>): Handler {
  const simulated = simulatorUrl !== null;
  const rendered = [
    ...Object.values(providers).map((provider) => toEntryJson(provider, { needsConnection: true, simulated })),
    toEntryJson(bankStatement, { needsConnection: false, simulated: false }),
  ];
  return async () => ok(rendered);
}
