import type { Messages } from '../../ui/messages.ts'

/** How long a refund can be asked for; nothing where the product API does not say. */
export const RefundRule = ({ days, messages }: { days: number | null; messages: Messages }) =>
  days !== null && <p className="small">{messages.plan_refund_rule({ days })}</p>
