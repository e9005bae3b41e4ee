import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import type { DeskContext } from '../desk-env.ts'
import { Field, FormToken, type FieldProps } from '../ui/fields.tsx'
import type { CouponField, TypedCoupon } from './coupon-form.ts'

export type ShownCoupon = {
  typed: TypedCoupon
  problem: CouponField | 'invalid' | 'coupon_exists'
}

/** Asks for a new coupon with its limits. */
export function CouponForm({
  c,
  plans,
  shown,
}: {
  c: DeskContext
  plans: CatalogueDraft['plans']
  shown: ShownCoupon | undefined
}) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { typed, problem } = shown ?? {}
  const field = (
    name: CouponField,
    props: Pick<FieldProps, 'label'> & Partial<Pick<FieldProps, 'hint' | 'type' | 'inputMode'>>,
  ) => (
    <Field
      {...props}
      name={name}
      value={typed?.[name] ?? ''}
      maxLength={40}
      autoComplete="off"
      error={problem === name ? text(`coupon_error_${name}`) : undefined}
    />
  )
  return (
    <form method="post" action="/coupons" className="card">
      <FormToken value={c.get('formToken')} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <h2>{text('new_coupon')}</h2>
      {(problem === 'invalid' || problem === 'coupon_exists') && (
        <p className="err" role="alert">
          {text(problem === 'invalid' ? 'coupon_invalid' : 'coupon_exists')}
        </p>
      )}
      {field('code', { label: text('coupon_code'), hint: text('coupon_code_hint') })}
      <div className="two">
        {field('percent', { label: text('coupon_percent'), inputMode: 'numeric' })}
        {field('amount', { label: text('coupon_amount') })}
      </div>
      <div className="two">
        <Choice
          name="currency"
          label={text('currency')}
          value={typed?.currency ?? 'INR'}
          choices={[
            ...new Set(plans.flatMap(({ prices }) => prices.map((one) => one.currency))),
          ].map((one) => [one, one])}
        />
        <Choice
          name="plan"
          label={text('plan')}
          value={typed?.plan ?? ''}
          choices={[
            ['', text('every_plan')],
            ...plans.map(({ slug, name }): [string, string] => [slug, name[locale] ?? slug]),
          ]}
        />
      </div>
      <div className="two">
        {field('from', { label: text('coupon_first_day'), type: 'date' })}
        {field('until', { label: text('coupon_last_day'), type: 'date' })}
      </div>
      <div className="two">
        {field('uses', { label: text('coupon_max_uses'), inputMode: 'numeric' })}
        {field('usesEach', { label: text('coupon_max_each'), inputMode: 'numeric' })}
      </div>
      <p className="small">{text('coupon_hint')}</p>
      <button className="btn quiet">{text('ask_for_change')}</button>
    </form>
  )
}

const Choice = ({
  name,
  label,
  value,
  choices,
}: {
  name: string
  label: string
  value: string
  choices: readonly (readonly [string, string])[]
}) => (
  <label className="f">
    <span className="l">{label}</span>
    <select name={name} defaultValue={value}>
      {choices.map(([one, shown]) => (
        <option key={one} value={one}>
          {shown}
        </option>
      ))}
    </select>
  </label>
)
