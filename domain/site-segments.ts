import { infoSlugs, policySlugs } from './content-page.ts'
import { providerIds } from './payment.ts'

/** The words with which the site's own addresses begin ('/search'), so that no state and no exam
 *  may have one as its slug. tests/site/exams.test.ts compares them with the routes. */
export const siteSegments: readonly string[] = [
  ...policySlugs,
  ...infoSlugs,
  // Where payers return to, and webhooks.
  ...providerIds,
  ...['account', 'api', 'assets', 'attempts', 'bookmarks', 'contactus', 'csp-reports'],
  ...['current-affairs', 'exams', 'feedback', 'flash-cards', 'grand-tests', 'icons', 'image'],
  ...['live-mocks', 'login', 'offline', 'payment', 'pdo', 'pdo-1-subject', 'pdo-2-subject', 'plan'],
  ...['progress', 'reminders', 'search', 'share', 'subscription', 'vao'],
  'village-administrative-officer-pack',
]
