import { request, type APIRequestContext, type BrowserContext, type Page } from 'playwright/test'
import { replay, type JournalEvent } from '../../domain/attempt/journal.ts'
import { questionIdsIn } from '../../domain/attempt/question-ids.ts'
import { killableBrowser } from '../support/killable-browser.ts'
import { expect, test } from '../support/page.ts'
import { site } from '../support/ports.ts'
import { seededRandom } from '../support/seeded-random.ts'

// The browser dies (SIGKILL to all of its processes) at random moments, online and offline, while
// another device answers other questions: no answer is lost.
// KILLS: how often; 8 in `npm test`, 30 in `npm run test:fuzz`. SEED: of the random moments.

const kills = Number(process.env.KILLS ?? 8)
const seed = Number(process.env.SEED ?? 1)
const paper = '/en/karnataka/vao-paper-1/vao-paper-1-full-1'
/** Only the disk's own cache loses what was tapped so shortly before. */
const unsureMs = 300

test(`no answer is lost when the browser is killed ${kills} times (seed ${seed})`, async () => {
  test.setTimeout(120_000 + kills * 10_000)
  const random = seededRandom(seed)
  const browser = killableBrowser()
  const answers = new Map<string, number[]>()
  try {
    const { hall, cookies } = await startTest(await browser.open())
    await browser.close()
    const other = await request.newContext({
      baseURL: site,
      storageState: { cookies, origins: [] },
    })
    const device = otherDevice(other, hall, answers)
    for (let round = 0; round < kills; round++) {
      const context = await browser.open()
      const isOffline = round > 0 && random.integerBelow(2) === 0
      await context.setOffline(isOffline)
      const page = await openHall(context, hall)
      const ids = await questionIds(page)
      for (let taps = 1 + random.integerBelow(3); taps > 0; taps--)
        await answerNext(page, ids, random.integerBelow(4), answers)
      const waitMs = random.integerBelow(900)
      await page.waitForTimeout(waitMs)
      await browser.kill()
      if (waitMs < unsureMs) forgetLast(answers)
      await device.answer(ids, 60 + (round % 40), random.integerBelow(4))
    }
    const page = await openHall(await browser.open(), hall)
    await expect(page.locator('.save-status')).toHaveClass(/sent/, { timeout: 30_000 })
    const saved = await device.savedOnServer()
    const lost = [...answers].filter(([id, options]) => !options.includes(saved.get(id) ?? -1))
    expect(lost).toEqual([])
    await other.dispose()
  } finally {
    await browser.kill()
    browser.removeProfile()
  }
})

async function startTest(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(`${site}${paper}/instructions`)
  await page.locator('[name=declared]').check()
  await page.getByRole('button', { name: 'I am ready to begin' }).click()
  await page.waitForURL(/\/attempts\//)
  await page.locator('form.hall[data-live]').waitFor()
  // The copy for use without a network.
  const isStored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('hall-1 '))
      return names.length > 0 && Boolean(await (await caches.open(names[0]!)).match('/complete'))
    })
  await expect.poll(isStored, { timeout: 20_000 }).toBe(true)
  return { hall: page.url(), cookies: await context.cookies() }
}

async function openHall(context: BrowserContext, hall: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(hall)
  await page.locator('form.hall[data-live]').waitFor()
  return page
}

const questionIds = async (page: Page) => {
  const props = await page.locator('x-island[name=exam-hall]').getAttribute('props')
  return questionIdsIn((JSON.parse(props ?? '{}') as { questions: string }).questions)
}

/** The possible answers of a question: all but the last only if the last may not have been
 *  stored. */
type Answers = Map<string, number[]>
let last: { id: string; before: number[] | undefined } | null = null

/** Taps an option of the open question and saves it. The next kill may come at any time after. */
async function answerNext(page: Page, ids: string[], option: number, answers: Answers) {
  const question = page.locator('fieldset.question.current')
  const number = Number(await question.getByRole('radio').first().getAttribute('name'))
  const id = ids[number - 1]!
  await question.locator('label').nth(option).click()
  await page.getByRole('button', { name: 'Save & Next' }).click()
  last = { id, before: answers.get(id) }
  answers.set(id, [option])
  await expect(question.getByRole('radio').first()).not.toHaveAttribute('name', String(number))
}

function forgetLast(answers: Answers) {
  if (last) answers.set(last.id, [...(last.before ?? [-1]), ...(answers.get(last.id) ?? [])])
}

/** Answers questions of its own, beyond those that the killed browser reaches. */
function otherDevice(api: APIRequestContext, hall: string, answers: Answers) {
  const path = `${new URL(hall).pathname.replace('/en', '')}/events`
  let tick = 1000
  const events = async () => {
    const { data } = (await (await api.get(`${path}?after=0`)).json()) as {
      data: { events: JournalEvent[] }
    }
    return data.events
  }
  return {
    async answer(ids: string[], index: number, option: number) {
      const question = ids[index]!
      const event = {
        ...{ writer: 'other-device-1', tick: ++tick, at: Date.now(), kind: 'save', question },
        ...{ option, locale: 'en', spentMs: 1000 },
      }
      const data = { events: [event], device: 'other-device' }
      const response = await api.post(path, { data, headers: { origin: site } })
      expect(response.ok()).toBe(true)
      answers.set(question, [option])
    },
    savedOnServer: async () =>
      new Map(
        [...replay(await events()).questions].flatMap(([id, { saved }]) =>
          saved === null ? [] : [[id, saved] as const],
        ),
      ),
  }
}
