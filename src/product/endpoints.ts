/** The method and path pairs of the product API that browsers may call through the site, word for word. */
const table = [
  ['POST', '/api/feedbacks'],
  ['POST', '/api/front-end-logs'],
  ['POST', '/api/nextroute'],
  ['GET', '/api/i18n/locales'],
  ['GET', '/api/states'],
  ['GET', '/api/pages'],
  ['GET', '/api/categories'],
  ['GET', '/api/flash-cards'],
  ['GET', '/api/tags'],
  ['GET', '/api/practice-tests'],
  ['GET', '/api/subscription-plans'],
] as const

const forwarded = new Set(table.map(([method, path]) => `${method} ${path}`))

export const isForwarded = (method: string, path: string) => forwarded.has(`${method} ${path}`)
