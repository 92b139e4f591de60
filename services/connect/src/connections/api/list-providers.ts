import { ok } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Provider, ProviderField } from '../../vendors/model/provider.js';

function toFieldJson({ name, label, type, required, help, maxLength }: ProviderField) {
  return { name, label, type, required, help, max_length: maxLength };
}

function toProviderJson(provider: Provider) {
  const { name, category, title, description, documentationUrl, effects, settings, credentials } = provider;
  return {
    name,
    category,
    title,
    description,
    documentation_url: documentationUrl,
    effects,
    settings: settings.map(toFieldJson),
    credentials: credentials.map(toFieldJson),
  };
}

/** GET /v1/connection-providers */
export function listProviders({ providers }: Pick<Context, 'providers'>): Handler {
  const rendered = Object.values(providers).map(toProviderJson);
  return async () => ok(rendered);
}
