import * as v from 'valibot'
import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { exactMoneyText } from '../../domain/money.ts'
import type { Database } from '../../product-api/database.ts'
import type { DeskContext } from '../desk-env.ts'
import { page } from '../ui/page.tsx'
import { FormToken } from '../ui/fields.tsx'
import { couponText } from './change-text.ts'
import { openChanges } from './catalogue-changes.ts'
import { ChangeCard } from './change-card.tsx'
import { CouponForm, type ShownCoupon } from './coupon-fields.tsx'
import { publishedCatalogue } from './make-changes.ts'
import { PriceForm, type ShownPrice } from './price-form.tsx'

/** What was typed, with what is wrong with it. */
export type PlansShown = { price?: ShownPrice; coupon?: ShownCoupon }

const useRow = v.object({ code: v.string(), count: v.number() })

/** How often each coupon is in use or was used. */
async function usesOf(db: Database): Promise<Map<string, number>> {
  const { results } = await db
    .prepare(
      `SELECT k.code, (SELECT count(*) FROM payment_transactions u
         WHERE u.coupon_code = k.code AND u.is_reserved = 1) AS count FROM coupons k`,
    )
    .all()
  return new Map(v.parse(v.array(useRow), results).map(({ code, count }) => [code, count]))
}

/** Plans with their prices, coupons, and what is to change. */
export async function plansPage(c: DeskContext, shown: PlansShown) {
  const text = c.get('text')
  const [published, changes, uses] = await Promise.all([
    publishedCatalogue(c.env.DB),
    openChanges(c.env.DB),
    usesOf(c.env.DB),
  ])
  const { plans = [], coupons = [] } = published?.catalogue ?? {}
  return page(
    c,
    { title: text('nav_plans') },
    <>
      <div className="lead">
        <h1>{text('nav_plans')}</h1>
        <p>{text('plans_lead')}</p>
      </div>
      {!published && <p role="alert">{text('plans_without_text')}</p>}
      {changes.map((stored) => (
        <ChangeCard key={stored.id} c={c} stored={stored} plans={plans} />
      ))}
      <section>
        <h2>{text('account_plans')}</h2>
        {plans.map((plan) => (
          <PlanCard
            key={plan.slug}
            c={c}
            plan={plan}
            price={shown.price?.subject === plan.slug ? shown.price : undefined}
          />
        ))}
      </section>
      <section>
        <h2>{text('coupons')}</h2>
        {coupons.length === 0 && <p>{text('no_coupons')}</p>}
        <ul className="rows">
          {coupons.map((coupon) => (
            <li key={coupon.code}>
              <span>
                <b>{coupon.code}</b>
                <small>{couponText(coupon, { plans }, text, c.get('locale'))}</small>
                <small>{text('coupon_used', { count: uses.get(coupon.code) ?? 0 })}</small>
              </span>
              <KeyedForm c={c} action={`/coupons/${coupon.code}/withdraw`}>
                <button className="btn small stop">{text('withdraw_coupon')}</button>
              </KeyedForm>
            </li>
          ))}
        </ul>
        <CouponForm c={c} plans={plans} shown={shown.coupon} />
      </section>
    </>,
    (shown.price ?? shown.coupon) ? 422 : 200,
  )
}

function PlanCard({
  c,
  plan,
  price,
}: {
  c: DeskContext
  plan: CatalogueDraft['plans'][number]
  price: ShownPrice | undefined
}) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { slug, name, days, prices, offSale } = plan
  const kind = offSale ? 'on-sale' : 'off-sale'
  return (
    <article className="card">
      <div className="rowline">
        <h3>{name[locale] ?? slug}</h3>
        <span className={offSale ? 'tag bad' : 'tag'}>
          {text(offSale ? 'is_off_sale' : 'is_on_sale')}
        </span>
      </div>
      <p>
        <b>{prices.map(exactMoneyText).join(' · ')}</b> · {text('days_count', { days })}
      </p>
      <details className="steps-of" open={price !== undefined || undefined}>
        <summary>{text('change_price')}</summary>
        <PriceForm c={c} slug={slug} prices={prices} shown={price} />
      </details>
      <KeyedForm c={c} action={`/plans/${slug}/${kind}`}>
        <button className={offSale ? 'btn quiet' : 'btn stop'}>
          {text(offSale ? 'put_on_sale' : 'take_off_sale')}
        </button>
      </KeyedForm>
    </article>
  )
}

/** A form whose key makes it change something once. */
function KeyedForm({
  c,
  action,
  children,
}: {
  c: DeskContext
  action: string
  children: React.ReactNode
}) {
  return (
    <form method="post" action={action}>
      <FormToken value={c.get('formToken')} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      {children}
    </form>
  )
}
