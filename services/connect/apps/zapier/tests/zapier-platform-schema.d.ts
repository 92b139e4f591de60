/** Types of the package, which ships none. */
declare module 'zapier-platform-schema' {
  const schema: { validateAppDefinition(definition: unknown): { readonly errors: readonly object[] } };
  export = schema;
}
