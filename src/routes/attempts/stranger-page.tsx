import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { wordsIn } from '../../ui/words.ts'

/** A test that is not kept under this browser's name: it may be somebody else's, or one's own from before signing in. */
export function StrangerPage({ place, isMember }: { place: PageContext; isMember: boolean }) {
  const words = wordsIn(place.locale)
  const to = (path: string) => localizedPath(path, place.locale)
  const login = `${to('/login')}?${new URLSearchParams({ callbackUrl: to(place.path) })}`
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: words.hall_stranger_title() })}
        description={words.hall_stranger_lead()}
      />
      <div className="hero" data-not-found="">
        <h1>{words.hall_stranger_title()}</h1>
        <p>{words.hall_stranger_lead()}</p>
      </div>
      <p className="choices">
        {!isMember && (
          <a className="btn" href={login}>
            {words.login_button()}
          </a>
        )}
        <a className="btn quiet" href={to('/attempts/rescue')}>
          {words.hall_rescue_enter()}
        </a>
        <a className="btn quiet" href={to('/')}>
          {words.back_to_home()}
        </a>
      </p>
    </>
  )
}
