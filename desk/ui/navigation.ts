import type { Role } from '../operators/operators.ts'

/** The pages that the rail, the bar at the bottom and the page "More" lead to. */
export const destinations = [
  { path: '/', name: 'nav_today', group: null, roles: null },
  {
    path: '/affairs',
    name: 'nav_affairs',
    group: 'nav_content',
    roles: ['author', 'reviewer', 'owner'],
  },
  { path: '/review', name: 'nav_review', group: 'nav_content', roles: ['reviewer', 'owner'] },
  {
    path: '/papers',
    name: 'nav_papers',
    group: 'nav_content',
    roles: ['author', 'reviewer', 'owner'],
  },
  {
    path: '/keys',
    name: 'nav_keys',
    group: 'nav_content',
    roles: ['author', 'reviewer', 'owner'],
  },
  {
    path: '/notices',
    name: 'nav_notices',
    group: 'nav_content',
    roles: ['author', 'reviewer', 'owner'],
  },
  { path: '/reports', name: 'nav_reports', group: 'nav_content', roles: ['reviewer', 'owner'] },
  { path: '/payments', name: 'nav_payments', group: 'nav_money', roles: ['cashier', 'owner'] },
  { path: '/plans', name: 'nav_plans', group: 'nav_money', roles: ['cashier', 'owner'] },
  { path: '/sales', name: 'nav_sales', group: 'nav_money', roles: ['cashier', 'owner'] },
  { path: '/accounts', name: 'nav_accounts', group: 'nav_readers', roles: ['cashier', 'owner'] },
  {
    path: '/feedback',
    name: 'nav_feedback',
    group: 'nav_readers',
    roles: ['cashier', 'reviewer', 'owner'],
  },
  { path: '/crashes', name: 'nav_crashes', group: 'nav_desk', roles: ['reviewer', 'owner'] },
  { path: '/operators', name: 'nav_operators', group: 'nav_desk', roles: ['owner'] },
  { path: '/audit', name: 'nav_audit', group: 'nav_desk', roles: null },
] as const satisfies readonly {
  path: string
  name: string
  group: 'nav_content' | 'nav_money' | 'nav_readers' | 'nav_desk' | null
  /** null: every role. */
  roles: readonly Role[] | null
}[]

export type Destination = (typeof destinations)[number]

export const destinationsOf = (role: Role): readonly Destination[] =>
  destinations.filter(({ roles }) => roles === null || roles.some((one) => one === role))

/** The destination that a path belongs to: '/affairs/2026-11-26' to '/affairs'. */
export const isCurrent = (destination: string, path: string): boolean =>
  destination === '/' ? path === '/' : `${path}/`.startsWith(`${destination}/`)
