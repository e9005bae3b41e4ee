import type { Brand } from '../../brand.ts'
import type { Messages } from '../../ui/messages.ts'

/** Whom to write to, with what. */
export const Help = ({ brand, words }: { brand: Brand; words: Messages }) => (
  <p className="small">
    {words.pay_help()}{' '}
    <a data-copyable="" href={`mailto:${brand.supportEmail}`}>
      {brand.supportEmail}
    </a>
  </p>
)
