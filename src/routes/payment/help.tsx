import type { Brand } from '../../brand.ts'
import type { Messages } from '../../ui/messages.ts'

/** The address for questions about a payment. */
export const PaymentHelp = ({ brand, messages }: { brand: Brand; messages: Messages }) => (
  <p className="small">
    {messages.pay_help()}{' '}
    <a data-copyable="" href={`mailto:${brand.supportEmail}`}>
      {brand.supportEmail}
    </a>
  </p>
)
