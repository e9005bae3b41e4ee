import { exactMoneyText } from '../../domain/money.ts'
import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import type { DeskContext } from '../desk-env.ts'
import { Field, FormToken } from '../ui/fields.tsx'

export type ShownPrice = {
  subject: string
  typed: { amount: string; currency: string; day: string; clock: string }
  problem: 'amount' | 'day' | 'invalid' | 'coupon_exists'
}

/** Asks for another price of a plan, from a day on. */
export function PriceForm({
  c,
  slug,
  prices,
  shown,
}: {
  c: DeskContext
  slug: string
  prices: CatalogueDraft['plans'][number]['prices']
  shown: ShownPrice | undefined
}) {
  const text = c.get('text')
  const { typed, problem } = shown ?? {}
  return (
    <form method="post" action={`/plans/${slug}/price`}>
      <FormToken value={c.get('formToken')} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <label className="f">
        <span className="l">{text('price_now')}</span>
        <select name="currency" defaultValue={typed?.currency ?? prices[0]?.currency}>
          {prices.map((price) => (
            <option key={price.currency} value={price.currency}>
              {exactMoneyText(price)}
            </option>
          ))}
        </select>
      </label>
      <Field
        id={`amount-${slug}`}
        name="amount"
        label={text('new_price')}
        value={typed?.amount ?? ''}
        error={problem === undefined || problem === 'day' ? undefined : text('price_invalid')}
      />
      <div className="two">
        <Field
          id={`day-${slug}`}
          name="publishDay"
          type="date"
          label={text('from_day')}
          hint={text('from_day_hint')}
          value={typed?.day ?? ''}
          error={problem === 'day' ? text('day_invalid') : undefined}
        />
        <Field
          id={`clock-${slug}`}
          name="publishTime"
          type="time"
          label={text('from_clock')}
          value={typed?.clock ?? '00:00'}
        />
      </div>
      <p className="small">{text('change_price_hint')}</p>
      <button className="btn quiet">{text('ask_for_change')}</button>
    </form>
  )
}
