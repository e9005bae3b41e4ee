/** How long personal data stays. `account-deleted`: until the person deletes the account. */
export type RetentionPeriod =
  { readonly until: 'account-deleted' } | { readonly days: number } | { readonly years: number }

/** The periods that the privacy policy states, by the kind of data. product-api/retention.ts
 *  deletes by the same figures. */
export const retentionPeriods = {
  account: { until: 'account-deleted' },
  tests: { until: 'account-deleted' },
  /** Visits and saved taps too, in a bucket of R2, after the last that reached us. */
  fullJournals: { days: 90 },
  guest: { days: 180 },
  devices: { days: 31 },
  codes: { days: 1 },
  feedback: { days: 365 },
  failedPages: { days: 30 },
  questionReports: { days: 730 },
  /** The Companies Act 2013, section 128. */
  payments: { years: 8 },
  mails: { days: 30 },
  /** Since a message reached it last. */
  pushDevices: { days: 365 },
  /** The Act's rules ask for logs of a year. */
  authEvents: { days: 365 },
} as const satisfies Record<string, RetentionPeriod>

export type PersonalDataKind = keyof typeof retentionPeriods
