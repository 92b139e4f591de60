/** The package has no types of its own. */
declare module 'zapier-platform-schema' {
  const schema: { validateAppDefinition(definition: unknown): { readonly errors: readonly object[] } };
  export = schema;
}
