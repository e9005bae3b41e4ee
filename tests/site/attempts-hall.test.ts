import { beforeEach, describe, expect, it } from 'vitest'
import {
  asGuest,
  attemptId,
  attemptRow,
  attemptsApi,
  bodiesOf,
  hall,
  hallWire,
} from '../support/hall.ts'
import { requestsTo, newBrowser, signIn } from '../support/reader.ts'
import { captureLog, origin, productApiAnswers } from '../support/site.ts'

beforeEach(captureLog)

const count = (html: string, text: string) => html.split(text).length - 1
const refused = (status: number) => () =>
  Response.json({ data: null, error: { status, name: 'x', message: 'x' } }, { status })

describe('the exam hall', () => {
  it('renders the whole paper as a private form, each text once per language', async () => {
    const { browser } = await asGuest(hallWire())
    const answer = await browser.go(hall)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(count(html, '<fieldset class="question"')).toBe(3)
    for (const text of ['ರಾಜಧಾನಿ ಯಾವುದು?', 'Which is the capital?', 'ಹುಬ್ಬಳ್ಳಿ', 'Hubballi'])
      expect(count(html, `>${text}<`)).toBe(1)
    expect(html).toContain('<span lang="en">Which is the capital?</span>')
    expect(html).toContain('<span>1885</span>')
    expect(html).toContain(`action="${hall}"`)
  })

  it('names the missing language of a question and shows the next language instead', async () => {
    const { browser } = await asGuest(hallWire())
    const html = await browser.read(hall)
    expect(html).toContain('<small lang="en">This question does not exist in English.</small>')
    expect(html).toContain('<span lang="kn" class="for-en">ಸಂಧಿ ಯಾವುದು?</span>')
  })

  it('has a fifth option only where a blank answer costs marks', async () => {
    const { browser } = await asGuest(hallWire())
    expect(count(await browser.read(hall), 'class="fifth"')).toBe(3)
    const marks = { right: '1', wrong: '0', blank: '0' }
    productApiAnswers(hallWire({ paper: { marks } }))
    expect(count(await browser.read(hall), 'class="fifth"')).toBe(0)
  })

  it('checks the saved options and says when the time ends', async () => {
    const endsAt = '2026-11-21T11:05:00.000Z'
    const { browser } = await asGuest(hallWire({ attempt: { endsAt } }))
    const html = await browser.read(`/en${hall}`)
    expect(html).toMatch(/name="1" checked="" value="1"/)
    expect(count(html, 'checked=""')).toBe(2)
    expect(html).toContain('The test ends at 4:35 PM')
    expect(html).toContain('name="lastTick" value="7"')
  })

  it('opens in the language and the skin of its address', async () => {
    const { browser } = await asGuest(hallWire())
    const html = await browser.read(`/en${hall}?shows=kn+en&skin=railway`)
    expect(html).toMatch(/name="shows" checked="" value="kn en"/)
    expect(html).toContain('data-skin="railway"')
    const withUnknownValues = await browser.read(`/en${hall}?shows=xx&skin=xx`)
    expect(withUnknownValues).toMatch(/name="shows" checked="" value="kn"/)
    expect(withUnknownValues).toContain('data-skin="standard"')
  })

  it('redirects to the result after submission', async () => {
    const { browser } = await asGuest(hallWire({ attempt: { status: 'submitted' } }))
    const answer = await browser.go(`/te${hall}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${origin()}/te${hall}/result`,
    ])
  })

  it.each([403, 404])(
    'explains what may help when the attempt is not accessible (%i)',
    async (status) => {
      const { browser } = await asGuest({ [attemptsApi]: refused(status) })
      const answer = await browser.go(`/en${hall}`)
      const html = await answer.text()
      expect(answer.status).toBe(404)
      expect(html).toContain('href="/en/attempts/rescue"')
      expect(html).toContain(`/en/login?callbackUrl=${encodeURIComponent(`/en${hall}`)}`)
    },
  )

  it('loads no analytics and no advertising, whatever the settings', async () => {
    const { browser } = await asGuest(hallWire())
    const answer = await browser.go(hall, { settings: { TAG_MANAGER_ID: 'GTM-1' } })
    expect(await answer.text()).not.toContain('data-tags')
  })
})

describe('the form of the exam hall without script', () => {
  const submitApi = `${attemptsApi}/${attemptId}/submit`

  it('submits every answer as an event and redirects to the result', async () => {
    const { browser, seen } = await asGuest(hallWire())
    const answer = await browser.post(hall, { lastTick: '7', shows: 'en', 1: '3', 3: '4' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${origin()}${hall}/result`,
    ])
    const [sent] = await bodiesOf(seen, submitApi)
    expect(sent?.data).toMatchObject({
      by: 'reader',
      events: [
        { tick: 8, kind: 'save', question: 'qa', option: 3, locale: 'en', spentMs: 0 },
        { tick: 9, kind: 'save', question: 'qc', option: 4, locale: 'en', spentMs: 0 },
      ],
    })
  })

  it('sends the same events for the same form, and others for other answers', async () => {
    const { browser, seen } = await asGuest(hallWire())
    for (const option of ['3', '3', '2']) await browser.post(hall, { lastTick: '7', 1: option })
    const sent = await bodiesOf(seen, submitApi)
    const [first, second, third] = sent.map(
      ({ data }) => (data.events as { writer: string }[])[0]?.writer,
    )
    expect(first).toMatch(/^form-[0-9a-f]{16}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  const fieldIn = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]

  it('sends only what was changed since the page was rendered', async () => {
    const { browser, seen } = await asGuest(hallWire())
    const html = await browser.read(hall)
    expect(fieldIn(html, 'was')).toBe('1.-.-')
    await browser.post(hall, { lastTick: '7', was: '1.-.-', 1: '1', 3: '2' })
    const [sent] = await bodiesOf(seen, submitApi)
    expect(sent?.data.events).toMatchObject([{ question: 'qc', option: 2 }])
    expect(sent?.data).toMatchObject({ via: 'form', device: expect.stringMatching(/^form-/) })
  })

  it('saves without submitting, and comes back to the page', async () => {
    const { browser, seen } = await asGuest(hallWire())
    expect(await browser.read(`/en${hall}`)).toContain('Save my answers so far')
    const answer = await browser.post(hall, { lastTick: '7', do: 'save', 3: '2' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin()}${hall}`])
    expect(await bodiesOf(seen, submitApi)).toEqual([])
    const [sent] = await bodiesOf(seen, `${attemptsApi}/${attemptId}/events`)
    expect(sent?.data.events).toMatchObject([{ question: 'qc', option: 2 }])
  })

  it('is scored without its cookie, as the guest for whom its page was made', async () => {
    const { browser, token, seen } = await asGuest(hallWire())
    const access = fieldIn(await browser.read(hall), 'access')!
    const only = (request: Request) => request.headers.get('authorization') === `Bearer ${token}`
    const wire = hallWire()
    const guarded = Object.fromEntries(
      Object.entries(wire).map(([path, body]) => [
        path,
        (request: Request) =>
          only(request) ? Response.json(body) : Response.json({}, { status: 403 }),
      ]),
    )
    const asked = productApiAnswers(guarded)
    const stranger = newBrowser()
    const answer = await stranger.post(hall, { lastTick: '7', 3: '2', access })
    const location = new URL(answer.headers.get('location') ?? '')
    expect([answer.status, location.pathname]).toEqual([303, `${hall}/result`])
    expect(location.searchParams.get('access')).toBe(access)
    const [sent] = await bodiesOf(asked, submitApi)
    expect(sent?.data.events).toMatchObject([{ question: 'qc', option: 2 }])
    expect(stranger.jar.size).toBe(0)
    expect(seen.length).toBeGreaterThan(0)
  })

  it('of a member without a session is stored by the key of the attempt', async () => {
    const { browser } = await signIn({ wire: hallWire() })
    const access = fieldIn(await browser.read(`/en${hall}`), 'access')!
    const refuse = () => Response.json({}, { status: 403 })
    const asked = productApiAnswers({
      [`${attemptsApi}/${attemptId}/paper`]: refuse,
      [`${attemptsApi}/${attemptId}/submit`]: { data: attemptRow({ status: 'submitted' }) },
      [`${attemptsApi}/${attemptId}/events`]: { data: { questions: ['qa', 'qb', 'qc'] } },
    })
    const answer = await newBrowser().post(`/en${hall}`, { lastTick: '7', 3: '2', access })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Your answers have reached us')
    const [sent] = await bodiesOf(asked, submitApi)
    expect(sent?.data).toMatchObject({
      carryKey: '0123456789abcdef',
      events: [{ question: 'qc', option: 2 }],
    })
  })

  it('ignores values that are no option of the paper', async () => {
    const { browser, seen } = await asGuest(hallWire())
    await browser.post(hall, { 1: '5', 2: '-1', 3: 'a', 9: '1', lastTick: 'x' })
    const [sent] = await bodiesOf(seen, submitApi)
    expect(sent?.data.events).toEqual([])
  })
})

describe('the endpoints for the script of the exam hall', () => {
  const events = { events: [{ writer: 'w' }], after: 3 }

  it.each(['events', 'submit', 'reveal'])(
    "forward POST …/%s with the reader's bearer token",
    async (what) => {
      const { browser, token, seen } = await asGuest({
        [attemptsApi]: { data: { acknowledged: ['w.1'] } },
      })
      const answer = await browser.postJson(`${hall}/${what}`, events)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(await answer.json()).toEqual({ data: { acknowledged: ['w.1'] } })
      const [call] = requestsTo(seen, `${attemptsApi}/${attemptId}/${what}`)
      expect(call?.headers.get('authorization')).toBe(`Bearer ${token}`)
      expect(await call?.json()).toEqual(events)
    },
  )

  it('forward GET …/events with its cursor', async () => {
    const { browser, seen } = await asGuest({ [attemptsApi]: { data: { events: [], next: 9 } } })
    const answer = await browser.go(`${hall}/events?after=5&x=1`)
    expect(await answer.json()).toEqual({ data: { events: [], next: 9 } })
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?after=5'])
  })

  it.each([400, 403, 404, 500])(
    'return the status %i of the product API unchanged',
    async (status) => {
      const { browser } = await asGuest({ [attemptsApi]: refused(status) })
      expect((await browser.postJson(`${hall}/events`, events)).status).toBe(status)
    },
  )

  it('respond with 532 during an outage, so that the device tries again', async () => {
    const { browser } = await asGuest({
      [attemptsApi]: () => {
        throw new TypeError('connection lost')
      },
    })
    const answer = await browser.postJson(`${hall}/events`, events)
    expect(answer.status).toBe(532)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  it('accept only JSON of up to 256 KB', async () => {
    const { browser, seen } = await asGuest({ [attemptsApi]: { data: {} } })
    const send = (body: string, type = 'application/json') =>
      browser.go(`${hall}/events`, { method: 'POST', body, headers: { 'content-type': type } })
    const long = (bytes: number) => JSON.stringify({ events: ['x'.repeat(bytes - 15)] })
    expect((await send(long(262_144))).status).toBe(200)
    expect((await send(long(262_145))).status).toBe(413)
    expect((await send('events=1', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect(requestsTo(seen, `${attemptsApi}/${attemptId}/events`)).toHaveLength(1)
  })

  it('reject requests from another origin', async () => {
    const { browser, seen } = await asGuest({ [attemptsApi]: { data: {} } })
    const answer = await browser.go(`${hall}/events`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
    expect(seen).toEqual([])
  })

  it('renew an expired token of a member before forwarding', async () => {
    const { browser, seen } = await signIn({
      wire: {
        '/api/token/refresh': { jwt: 'new', refreshToken: 'new' },
        [attemptsApi]: (request: Request) =>
          request.headers.get('authorization') === 'Bearer new'
            ? Response.json({ data: {} })
            : Response.json({}, { status: 401 }),
      },
    })
    expect((await browser.postJson(`${hall}/events`, events)).status).toBe(200)
    expect(requestsTo(seen, `${attemptsApi}/${attemptId}/events`)).toHaveLength(2)
  })

  it('respond with 404 to an invalid attempt id', async () => {
    productApiAnswers({ [attemptsApi]: { data: attemptRow() } })
    const browser = newBrowser()
    expect((await browser.go('/attempts/nosuch')).status).toBe(404)
    expect((await browser.postJson('/attempts/nosuch/events', {})).status).toBe(404)
  })
})
