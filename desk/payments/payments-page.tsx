import * as v from 'valibot'
import type { Locale } from '../../domain/locale.ts'
import { exactMoneyText } from '../../domain/money.ts'
import { numberText } from '../../domain/number-text.ts'
import {
  listNames,
  listTransactions,
  type ListedTransaction,
} from '../../product-api/payments/operator/payment-lists.ts'
import type { DeskContext } from '../desk-env.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import { page } from '../ui/page.tsx'
import { flagText } from './flag.ts'
import { ProposalCard } from './proposal-card.tsx'
import { openProposals } from './refund-proposals.ts'

/** The lists in the order in which they are looked at. Failed payments are none of them: nobody
 *  owes anything. */
const order = [
  'review',
  'double',
  'stuck',
  'refunds',
  'returns',
] as const satisfies readonly (typeof listNames)[number][]
const maxShown = 30

/** Payments that do not add up, before everything else. */
export async function paymentsPage(c: DeskContext, problem: 'refund_own' | null) {
  const text = c.get('text')
  const context = { db: c.env.DB, now: () => c.get('now') }
  const [proposals, ...lists] = await Promise.all([
    openProposals(c.env.DB),
    ...order.map((name) => listTransactions(context, name)),
  ])
  const found = order.map((name, index) => ({ name, rows: lists[index] ?? [] }))
  const isQuiet = proposals.length === 0 && found.every(({ rows }) => rows.length === 0)
  return page(
    c,
    { title: text('nav_payments') },
    <>
      {problem && (
        <div className="say bad" role="alert">
          <p>{text(problem)}</p>
        </div>
      )}
      <div className="lead">
        <h1>{text('nav_payments')}</h1>
        <p>{text('payments_lead')}</p>
      </div>
      {isQuiet && <p>{text('payments_quiet')}</p>}
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} c={c} proposal={proposal} />
      ))}
      {found
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => (
          <section key={name}>
            <h2>
              {text(`list_${name}`)} · {numberText(rows.length)}
            </h2>
            <p className="small">{text(`list_${name}_hint`)}</p>
            <ul className="rows">
              {rows.slice(0, maxShown).map((row) => (
                <ListedRow key={row.id} c={c} row={row} />
              ))}
            </ul>
          </section>
        ))}
    </>,
    problem === null ? 200 : 409,
  )
}

function ListedRow({ c, row }: { c: DeskContext; row: ListedTransaction }) {
  const { id, amountMinor, currency, since } = row
  const [text, locale] = [c.get('text'), c.get('locale')]
  const name = nameOf(row, locale)
  return (
    <li>
      <span>
        {/* A payment that belongs to no order has an id of the provider's. */}
        {/^[0-9A-Z]{26}$/.test(id) ? <a href={`/payments/${id}`}>{name}</a> : <b>{id}</b>}
        <small>{momentText(since, locale)}</small>
        {partsOf(row, text, locale).map((part) => (
          <small key={part}>{part}</small>
        ))}
      </span>
      <b>{exactMoneyText({ amountMinor, currency })}</b>
    </li>
  )
}

/** What the list says of a payment. What a reader, an operator or the provider said is in any
 *  language. */
function partsOf(row: ListedTransaction, text: DeskMessages, locale: Locale): string[] {
  const { flag, other, testStartedAt, failure, words } = row
  return [
    flag === null ? null : flagText(flag, text),
    other === null ? null : text('list_double_other', { id: other.slice(-6) }),
    testStartedAt === null
      ? null
      : text('list_test_started', { at: momentText(testStartedAt, locale) }),
    failure,
    words,
  ].filter((part): part is string => part !== null && part !== '')
}

const namesByLanguage = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

/** The plan's name in the operator's language; else its slug, or the payment's id. */
function nameOf({ id, plan, planNames }: ListedTransaction, locale: Locale): string {
  const names = v.safeParse(namesByLanguage, planNames)
  return (names.success ? names.output[locale] : undefined) ?? (plan === '' ? id : plan)
}
