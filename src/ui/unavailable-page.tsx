import { localizedPath, type PageContext } from '../addresses/address.ts'
import { UnlistedMeta } from './meta.tsx'
import { wordsIn } from './words.ts'

/** The product API did not answer and there is no copy: says so in the specified words, and offers to try again. */
export function UnavailablePage({ place, requestId }: { place: PageContext; requestId: string }) {
  const { locale, path } = place
  const words = wordsIn(locale)
  return (
    <div className="hero" data-unavailable={words.unreachable()}>
      <UnlistedMeta title={words.unreachable()} description={words.unreachable_explained()} />
      <h1>{words.unreachable()}</h1>
      <p>{words.unreachable_explained()}</p>
      <p className="choices">
        <a className="btn" href={localizedPath(path, locale)}>
          {words.try_again()}
        </a>
        <a className="btn quiet" href={localizedPath('/', locale)}>
          {words.back_to_home()}
        </a>
      </p>
      <p className="small">
        {words.request_id()} <code data-copyable="">{requestId}</code>
      </p>
    </div>
  )
}
