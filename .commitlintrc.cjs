// Rules of Conventional Commits. `npm run check` applies them to the commits since the last release
// (tests/release/README.md).

const types = ['feat', 'fix', 'perf', 'refactor', 'docs', 'test', 'build', 'ci', 'chore', 'style', 'revert'];
const maxLineLength = 72;

/** A line may be longer if it has a URL or is a trailer, such as `Co-authored-by:`, because neither can be broken. */
const isWrapped = (line) =>
  line.length <= maxLineLength || /\bhttps?:\/\//.test(line) || /^[A-Za-z]+(-[A-Za-z]+)+: /.test(line);

module.exports = {
  extends: ['@commitlint/config-conventional'],
  // A landed commit is no fixup and doesn't have git's default message.
  defaultIgnores: false,
  plugins: [
    {
      rules: {
        'body-wrapped': ({ body }) => [
          (body ?? '').split('\n').every(isWrapped),
          `body's lines must not be longer than ${maxLineLength} characters, unless they have a URL`,
        ],
      },
    },
  ],
  rules: {
    'type-enum': [2, 'always', types],
    'header-max-length': [2, 'always', maxLineLength],
    'body-leading-blank': [2, 'always'],
    'body-max-line-length': [0],
    'body-wrapped': [2, 'always'],
    'footer-max-line-length': [0],
    'footer-leading-blank': [0],
  },
};
