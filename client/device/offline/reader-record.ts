import { languageIn, ownerIn } from './kept-page.ts'

// Who reads on this device, as the latest page from the network said: the account (''; nobody is
// signed in) and the language. A copy of an account's page opens for that account alone.

/** The name is of a time when only halls were kept: it is never changed. */
const recordCache = 'hall-owner'
const ownerKey = '/owner'
const languageKey = '/language'

/** Reads the record from a page that came from the network. The page of a session that has ended
 *  changes nothing: it is still that account's phone. */
export async function recordReader(caches: CacheStorage, html: string) {
  const owner = ownerIn(html) ?? ''
  const language = languageIn(html)
  if (owner === 'over' || language === null) return
  const record = await caches.open(recordCache)
  await record.put(ownerKey, new Response(owner))
  await record.put(languageKey, new Response(language))
}

/** null: no page has come from the network yet. */
export async function recordedOwner(caches: CacheStorage): Promise<string | null> {
  const found = await (await caches.open(recordCache)).match(ownerKey)
  return found ? found.text() : null
}

export async function recordedLanguage(caches: CacheStorage): Promise<string | null> {
  const found = await (await caches.open(recordCache)).match(languageKey)
  return found ? found.text() : null
}
