import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { findExam } from '../../exams.ts'
import { localizedPath } from '../../addresses/address.ts'
import { liveResultPath } from '../../addresses/paths.ts'
import { skinOf } from '../../../domain/attempt/attempt.ts'
import { isLiveEntryId } from '../../../domain/live-mock/live-mock.ts'
import { replay } from '../../../domain/attempt/journal.ts'
import { isNotFound } from '../../api-client/errors.ts'
import { liveEntryById, type LiveEntry } from '../../api-client/live-mocks.ts'
import { accessFromAddress } from './attempt-access.ts'
import { attemptUnavailable } from './attempt-unavailable.tsx'
import { HallPage } from './hall-page.tsx'
import { LiveRoomPage } from './live-room-page.tsx'

/** The waiting room of a live mock. It has the address of the hall, so that the copy that opens
 *  without a network is the room before the bell and the hall after it. Mounted before `results`
 *  and `attempts`, to which every other attempt goes on. */
export const liveRoom = new Hono<AppEnv>()

const hall = '/attempts/:id{[0-9a-f]{8}-[0-9a-f-]{27}}'

liveRoom.get(hall, async (c, next) => {
  const id = c.req.param('id')
  if (!isLiveEntryId(id)) return next()
  const redirect = await accessFromAddress(c, id)
  if (redirect) return redirect
  const found = await liveEntryById(c.var.reader.api, id)
  if (!found.ok)
    // An attempt of a form, whose id is of version 8, too.
    return isNotFound(found.error) ? next() : attemptUnavailable(c, found.error)
  const nowMs = Date.parse(found.value.attempt.now)
  // From the bell on, the network has the hall itself.
  if (nowMs >= Date.parse(found.value.mock.bellAt)) return next()
  return c.render(<LiveRoomPage page={c.var.page} entry={found.value} />, { layout: 'plain' })
})

/** The hall without questions, for the phone to keep. */
liveRoom.get(`${hall}/frame`, async (c) => {
  const id = c.req.param('id')
  if (!isLiveEntryId(id)) return c.notFound()
  const found = await liveEntryById(c.var.reader.api, id)
  if (!found.ok) return attemptUnavailable(c, found.error)
  return renderFrame(c, found.value)
})

/** Before the publication there is no result to show. */
liveRoom.get(`${hall}/result`, async (c, next) => {
  const id = c.req.param('id')
  if (!isLiveEntryId(id)) return next()
  const redirect = await accessFromAddress(c, id)
  if (redirect) return redirect
  const found = await liveEntryById(c.var.reader.api, id)
  if (!found.ok) return isNotFound(found.error) ? next() : attemptUnavailable(c, found.error)
  const { slug, publishedAt } = found.value.mock
  if (publishedAt !== null) return next()
  return c.redirect(c.var.page.origin + localizedPath(liveResultPath(slug), c.var.page.locale), 303)
})

async function renderFrame(c: Context<AppEnv>, { attempt, paper, mock }: LiveEntry) {
  const { page, reader } = c.var
  // The page's own address is that of the hall.
  page.path = page.path.replace(/\/frame$/, '')
  return c.render(
    <HallPage
      page={page}
      attempt={attempt}
      paper={{ ...paper, questions: [] }}
      state={replay([])}
      startIndex={0}
      replaced={[]}
      access={await reader.sealAccess(attempt)}
      owner={reader.user ? `member-${reader.user.id}` : 'guest'}
      shown={attempt.locale}
      skin={skinOf(findExam(attempt.exam))}
      frame={{ result: liveResultPath(mock.slug), questionCount: mock.questionCount }}
    />,
    { layout: 'plain' },
  )
}
