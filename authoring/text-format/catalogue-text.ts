import type { CatalogueDraft } from '../loading/catalogue-rows.ts'

/** The text of catalogue.json: a line for each state, exam, topic and coupon, and for each field of
 *  a plan, so that a change is seen in its line. */
export function catalogueText(catalogue: CatalogueDraft): string {
  const { revision, states, categories, tags, plans, coupons } = catalogue
  const lists = Object.entries({ states, categories, tags }).map(
    ([name, items]) => `  "${name}": [\n${items.map((item) => `    ${line(item)}`).join(',\n')}\n  ]`,
  )
  const fields = (plan: object) =>
    Object.entries(plan)
      .map(([name, value]) => `      "${name}": ${line(value)}`)
      .join(',\n')
  const parts = [
    ...(revision === undefined ? [] : [`  "revision": ${revision}`]),
    ...lists,
    `  "plans": [\n${plans.map((plan) => `    {\n${fields(plan)}\n    }`).join(',\n')}\n  ]`,
    `  "coupons": ${coupons.length < 2 ? line(coupons) : `[\n${coupons.map((one) => `    ${line(one)}`).join(',\n')}\n  ]`}`,
  ]
  return `{\n${parts.join(',\n')}\n}\n`
}

/** A value in one line: { "percent": 10, "uses": 5 }. */
function line(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(line).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${JSON.stringify(name)}: ${line(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
