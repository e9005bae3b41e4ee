import { localizedPath, type PageContext } from '../addresses/address.ts'
import { UnlistedMeta } from './meta.tsx'
import { wordsIn } from './words.ts'

/** The fallback screen. The entry script finds data-crash and posts it to /api/front-end-logs. */
export function CrashPage({ place, requestId }: { place: PageContext; requestId: string }) {
  const words = wordsIn(place.locale)
  return (
    <div className="hero" data-crash={requestId}>
      <UnlistedMeta title={words.something_went_wrong()} description={words.crash_explained()} />
      <h1>{words.something_went_wrong()}</h1>
      <p>{words.crash_explained()}</p>
      <p>
        <a className="btn" href={localizedPath('/', place.locale)}>
          {words.back_to_home()}
        </a>
      </p>
      <p className="small">
        {words.request_id()} <code data-copyable="">{requestId}</code>
      </p>
    </div>
  )
}
