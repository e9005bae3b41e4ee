/** Which folders may import what: prefixes of paths, or names of packages. `node:` means Node's own
 *  modules. tests/shape.test.ts checks the code and the table in ARCHITECTURE.md against this. */
type ImportRule = {
  folder: string
  /** What files in the folder may import besides the folder itself. */
  may: readonly string[]
  /** What `may` would allow and the rule still excludes. */
  never?: readonly string[]
  /** One sentence for ARCHITECTURE.md. */
  why: string
}

export const importRules: readonly ImportRule[] = [
  {
    folder: 'domain/',
    may: ['ts-fsrs', 'valibot'],
    why: 'Facts and rules shared by all programs: pure, no I/O, clock, randomness, React or Hono.',
  },
  {
    folder: 'http/',
    may: ['domain/', 'hono-sessions', 'valibot'],
    why: 'What the Workers share to speak HTTP: bodies, deadlines, sealed cookies.',
  },
  {
    folder: 'src/api-client/',
    may: [
      ...['domain/', 'http/', 'src/config.ts', 'src/edge-cache.ts', 'src/exams.ts'],
      ...['valibot', 'xss'],
    ],
    why: 'The client of the product API. Knows neither sessions nor markup.',
  },
  {
    folder: 'src/session/',
    may: [
      'domain/',
      'http/',
      'src/api-client/',
      'src/config.ts',
      'hono',
      'hono-sessions',
      'valibot',
    ],
    why: 'The reader of a request: session, guest and their sealed cookies.',
  },
  {
    folder: 'src/addresses/',
    may: ['domain/', 'src/exams.ts'],
    why: 'Every address of the site, of the exams that it has now.',
  },
  {
    folder: 'src/ui/',
    may: [
      ...['domain/', 'src/addresses/', 'src/brand.ts', 'src/exams.ts', 'src/paraglide/'],
      ...['client/islands/'],
      ...['react', 'virtual:'],
    ],
    why: 'Markup used by more than one feature: functions of props, no requests.',
  },
  {
    folder: 'src/middleware/',
    may: [
      ...['src/', 'domain/', 'http/', 'hono', '@hono/react-renderer', 'react', 'react-dom'],
      'virtual:',
    ],
    never: ['src/routes/', 'src/worker.tsx'],
    why: 'Hono middleware and nothing else.',
  },
  {
    folder: 'src/respond/',
    may: ['src/', 'domain/', 'http/', 'hono', 'react', 'valibot'],
    never: ['src/routes/', 'src/middleware/', 'src/worker.tsx'],
    why: 'Responses that several routes send: errors, forwarding, redirects to a provider.',
  },
  {
    folder: 'src/routes/',
    may: [
      ...['src/', 'domain/', 'http/', 'client/islands/', 'fflate', 'hono', 'react', 'valibot'],
      'virtual:',
    ],
    never: ['src/worker.tsx', 'src/paraglide/', 'react-dom'],
    why: 'One folder per feature: its routes and pages. No feature imports another.',
  },
  {
    folder: 'client/',
    may: ['domain/', 'src/paraglide/', 'js-aruco2', 'lean-qr', 'react', 'react-dom', 'virtual:'],
    never: ['domain/contracts/', 'domain/forms.ts', 'valibot'],
    why: 'What the browser runs. Contracts by type only: valibot never reaches a phone.',
  },
  {
    folder: 'product-api/',
    may: [
      ...['domain/', 'http/', '@block65/webcrypto-web-push', '@simplewebauthn/server'],
      ...['@valibot/to-json-schema', 'hono'],
      ...['cloudflare:', 'node:', 'qs', 'valibot'],
    ],
    why: 'The product API, by feature. Never the site or the desk.',
  },
  {
    folder: 'desk/',
    may: [
      ...['domain/', 'http/', 'product-api/', 'authoring/', 'client/styles/', 'locales/desk/'],
      // What a question looks like, so that previews show what readers see.
      'client/islands/parts/rich-text.tsx',
      ...['hono', 'lean-qr', 'react', 'react-dom', 'valibot', 'virtual:'],
    ],
    why: 'The operators’ Worker. Of the product API only what `operatorInterfaces` names.',
  },
  {
    folder: 'authoring/',
    may: [
      ...[
        'domain/',
        'product-api/database.ts',
        'csv-parse',
        'fflate',
        'gift-pegjs',
        'html-to-text',
        'marked',
      ],
      ...['node:', 'read-excel-file', 'sax', 'temml', 'unpdf', 'valibot'],
    ],
    why: 'Text format, importers, generators: used by the commands and the desk.',
  },
  {
    folder: 'emulators/',
    may: ['domain/', 'http/', 'hono', 'node:', 'valibot'],
    why: 'Stand-ins for external services; never deployed.',
  },
]

/** The files of the product API that the desk uses. */
export const operatorInterfaces: readonly string[] = [
  'product-api/attempts/rescored-attempts.ts',
  ...['product-api/cryptography.ts', 'product-api/database.ts'],
  ...['product-api/identity/operator-actions.ts', 'product-api/limits/counters.ts'],
  ...['product-api/payments/csv.ts', 'product-api/payments/money.ts'],
  'product-api/payments/operator/payment-lists.ts',
  'product-api/payments/operator/queue-refund.ts',
  'product-api/payments/refunds/declined-requests.ts',
  'product-api/payments/refunds/refund-limits.ts',
  'product-api/payments/subscriptions/given-subscription.ts',
  ...['product-api/scoring/pending-rulings.ts', 'product-api/scoring/question-reports.ts'],
  ...['product-api/scoring/rule-key.ts', 'product-api/scoring/ruling-preview.ts'],
  'product-api/scoring/ruling-texts.ts',
]

/** The features of the product API, and the files of each that other features may import. Every
 *  feature has operations.ts for the OpenAPI document; strapi/, papers/ and openapi/ have no other
 *  purpose than to be used by the features. */
export const featureInterfaces: Record<string, readonly string[]> = {
  attempts: [
    ...['operations.ts', 'answer-times.ts', 'attempt-row.ts', 'stored-entries.ts'],
    ...['stored-journal.ts', 'submitted-attempts.ts', 'attempt-start.ts', 'carry-key.ts'],
    ...['attempt-summaries.ts', 'deadlines.ts', 'forwarding.ts'],
  ],
  content: ['operations.ts', 'fallback-locales.ts', 'subscription-plans.ts', 'texts.ts'],
  identity: [
    ...['operations.ts', 'authentication.ts', 'personal-data.ts', 'rate-limits.ts'],
    ...['message-gateways.ts', 'settings.ts'],
  ],
  inbox: ['operations.ts'],
  'live-mocks': ['operations.ts'],
  limits: ['concurrency-limit.ts', 'counters.ts', 'token-buckets.ts', 'write-budget.ts'],
  openapi: ['operation.ts', 'parameters.ts'],
  papers: ['paper-versions.ts'],
  payments: ['operations.ts'],
  privacy: ['operations.ts', 'privacy-choices.ts'],
  progress: ['operations.ts'],
  reminders: ['operations.ts'],
  scoring: [
    ...['operations.ts', 'distribution.ts', 'key-rulings.ts', 'paper-outcomes.ts', 'scoring.ts'],
    ...['pending-rulings.ts', 'rescoring.ts', 'stored-outcomes.ts'],
  ],
  search: ['operations.ts'],
  strapi: [
    ...['content-type.ts', 'errors.ts', 'find-documents.ts', 'query.ts', 'request-body.ts'],
    'sql.ts',
  ],
  study: ['operations.ts', 'due-summary.ts', 'study-days.ts'],
}
