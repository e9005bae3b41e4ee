import type { Brand } from '../../brand.ts'
import type { Words } from '../../ui/words.ts'

/** Whom to write to, with what. */
export const Help = ({ brand, words }: { brand: Brand; words: Words }) => (
  <p className="small">
    {words.pay_help()}{' '}
    <a data-copyable="" href={`mailto:${brand.supportEmail}`}>
      {brand.supportEmail}
    </a>
  </p>
)
