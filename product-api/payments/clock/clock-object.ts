import { DurableObject } from 'cloudflare:workers'
import type { ApiEnv } from '../../env.ts'
import { configurePayments } from '../configure-payments.ts'
import type { ClockName } from './clock-names.ts'
import { OrderClock } from './order-clock.ts'

/** The clock of a 32nd of a provider's orders (order-clock.ts), as a Durable Object. */
export class PaymentClock extends DurableObject<ApiEnv['Bindings']> {
  readonly #clock: OrderClock

  constructor(context: DurableObjectState, env: ApiEnv['Bindings']) {
    super(context, env)
    this.#clock = new OrderClock(context.storage, () => ({
      ...configurePayments(this.env),
      ...{ db: this.env.DB, now: () => new Date() },
    }))
  }

  lookBy(name: ClockName, atMs: number): Promise<void> {
    return this.#clock.lookBy(name, atMs)
  }

  override alarm(): Promise<void> {
    return this.#clock.alarm()
  }
}
