import type { Context } from 'hono'
import { failed, ok } from '../../../domain/result.ts'
import { cardTags, tagsWithCards } from '../../api-client/flash-cards.ts'
import type { AppEnv } from '../../app-env.ts'

/** The topics that have cards. */
export async function tagsOfCards(c: Context<AppEnv>) {
  const { api, page } = c.var
  const [names, used] = await Promise.all([
    cardTags(api, page.locale),
    tagsWithCards(api, page.locale),
  ])
  if (!names.ok) return failed(names.error)
  if (!used.ok) return failed(used.error)
  return ok(names.value.filter((tag) => used.value.has(tag.slug)))
}
