import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/**
 * Rules that only fit nodes inside n8n itself. A community package has its own documentation address, and takes
 * connection names from n8n-workflow.
 */
const notForCommunity = [
  'cred-class-field-documentation-url-miscased',
  'node-class-description-inputs-wrong-regular-node',
  'node-class-description-outputs-wrong',
].map((name) => [`n8n-nodes-base/${name}`, 'off']);

/** Returns the vendor's rules for one part of the package. */
const ofPart = (name) => ({ ...n8nNodesBase.configs[name].rules, ...Object.fromEntries(notForCommunity) });

/** The vendor's two plugins. Biome checks everything else. */
export default tseslint.config(
  { ignores: ['dist'] },
  {
    files: ['**/*.ts', 'package.json'],
    ...n8nCommunityNodesPlugin.configs.recommended,
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  {
    files: ['nodes/**/*.ts'],
    plugins: { 'n8n-nodes-base': n8nNodesBase },
    rules: ofPart('nodes'),
    languageOptions: { parser: tseslint.parser },
  },
  {
    files: ['credentials/**/*.ts'],
    plugins: { 'n8n-nodes-base': n8nNodesBase },
    rules: ofPart('credentials'),
    languageOptions: { parser: tseslint.parser },
  },
);
