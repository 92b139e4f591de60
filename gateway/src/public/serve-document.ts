import type { JsonObject } from '../contract/json.js';
import type { Exchange } from '../edge/exchange.js';
import { assertReading, createStaticPage, sendStaticPage } from './static-page.js';

/** Where the public OpenAPI document is, on both API hosts, for anyone. */
export const documentPath = '/openapi.json';

/** Serves the document; it is rendered once. */
export function createServeDocument(document: JsonObject): (exchange: Exchange) => void {
  const page = createStaticPage('application/json', Buffer.from(JSON.stringify(document)));
  return (exchange) => {
    assertReading(exchange);
    sendStaticPage(exchange, page, { 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' });
  };
}
