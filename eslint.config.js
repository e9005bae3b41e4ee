import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Lines end at 100 characters, comments included. A URL cannot be divided. */
const maxLength = { code: 100, ignoreUrls: true }

export default defineConfig(
  {
    ignores: [
      'dist',
      'test-results',
      'coverage',
      'src/paraglide',
      '.wrangler',
      'tasks/with-node.mjs',
      'tests/fixtures',
      'node_modules',
      'eslint.config.js',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-empty-object-type': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowNumber: true,
          // Their toString() is their text; each environment declares them in its own place.
          allow: [
            { from: 'lib', name: ['URL', 'URLSearchParams'] },
            {
              from: 'package',
              package: '@cloudflare/workers-types',
              name: ['URL', 'URLSearchParams'],
            },
            { from: 'package', package: '@types/node', name: ['URL', 'URLSearchParams'] },
            { from: 'file', name: ['URL', 'URLSearchParams'] },
          ],
        },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
      ],
      'max-len': ['error', maxLength],
      eqeqeq: 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': [
        'error',
        { selector: 'SwitchCase[test=null]', message: 'Switch over every case; no default.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union.' },
      ],
    },
  },
  {
    // Questions in three languages: each sentence is one template, as its readers see it, so that
    // translators can compare the languages line by line.
    files: ['authoring/generators/**'],
    rules: {
      'max-len': ['error', { ...maxLength, ignoreStrings: true, ignoreTemplateLiterals: true }],
    },
  },
  {
    // Vitest's asymmetric matchers are typed any.
    files: ['tests/**'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
)
