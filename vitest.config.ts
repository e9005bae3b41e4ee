import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { pageAssets } from './tasks/page-assets.ts'
import { testContent } from './tests/support/test-content.ts'

/** For a machine that is busy with other work; on a quiet one, nearly all tests take below 1 s. */
const timeouts = { testTimeout: 20_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    // Vitest leaves one core idle otherwise: on two cores, the whole run would use one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        plugins: [
          pageAssets(),
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                SESSION_KEYS:
                  'test-key-newest-0123456789abcdef0123,test-key-older-0123456789abcdef01234',
              },
              // Only the wire is faked: tests answer the site's fetches themselves.
              serviceBindings: {
                PRODUCT_API: () => new Response('not bound in tests', { status: 500 }),
              },
            },
          }),
        ],
        test: {
          name: 'site',
          ...timeouts,
          include: ['tests/site/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/no-network.ts'],
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            main: './tests/support/product-api-main.ts',
            wrangler: { configPath: './product-api/wrangler.toml' },
            miniflare: {
              durableObjects: { DATABASE: { className: 'DatabaseObject', useSQLite: true } },
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations('./product-api/migrations'),
                TEST_CONTENT: JSON.stringify(await testContent()),
                OPENAPI_SEED: process.env.OPENAPI_SEED ?? '20261122',
                OPENAPI_ROUNDS: process.env.OPENAPI_ROUNDS ?? '2',
                PAYMENT_HISTORIES: process.env.PAYMENT_HISTORIES ?? '',
                PAYMENT_FIRST: process.env.PAYMENT_FIRST ?? '',
              },
            },
          })),
        ],
        test: {
          name: 'product-api',
          ...timeouts,
          include: ['tests/product-api/**/*.test.ts'],
          setupFiles: ['tests/support/product-api-setup.ts', 'tests/support/reader-setup.ts'],
        },
      },
      {
        plugins: [
          pageAssets(),
          cloudflareTest(async () => ({
            wrangler: { configPath: './desk/wrangler.toml' },
            miniflare: {
              r2Buckets: ['TEST_BUCKET'],
              bindings: {
                DESK_KEYS:
                  'desk-key-newest-0123456789abcdef0123,desk-key-older-0123456789abcdef01234',
                ACCESS_TEAM_DOMAIN: 'abhyasa-test.cloudflareaccess.com',
                ACCESS_AUDIENCE: 'audience-of-the-desk',
                TEST_MIGRATIONS: await readD1Migrations('./product-api/migrations'),
                TEST_CONTENT: JSON.stringify(await testContent()),
              },
            },
          })),
        ],
        test: {
          name: 'desk',
          ...timeouts,
          include: ['tests/desk/**/*.test.ts'],
          setupFiles: ['tests/support/product-api-setup.ts'],
        },
      },
      {
        test: {
          name: 'node',
          ...timeouts,
          include: [
            'tests/{authoring,client,domain,emulators,http,kills}/**/*.test.ts',
            'tests/*.test.ts',
          ],
          environment: 'node',
        },
      },
    ],
  },
})
