import type { Messages } from '../../ui/messages.ts'

/** How long a refund can be requested; nothing if the product API does not state it. */
export const RefundRule = ({ days, messages }: { days: number | null; messages: Messages }) =>
  days !== null && <p className="small">{messages.plan_refund_rule({ days })}</p>
