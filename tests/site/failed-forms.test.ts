import { beforeEach, describe, expect, it } from 'vitest'
import { locales, type Locale } from '../../domain/locale.ts'
import { localizedPath } from '../../src/addresses/address.ts'
import {
  asGuest,
  attemptId,
  attemptRow,
  attemptsApi,
  bodiesOf,
  hall,
  hallWire,
  testPage,
} from '../support/hall.ts'
import { newBrowser, signIn } from '../support/reader.ts'
import {
  captureLog,
  list,
  origin,
  productApiAnswers,
  wholePaper,
  type Wire,
} from '../support/site.ts'

// A form of answers that could not be stored comes back in the page that says so, and is sent again
// by one button.

beforeEach(captureLog)

const refusal = (status: number, name = 'x', details = {}) =>
  Response.json({ data: null, error: { status, name, message: 'x', details } }, { status })

const failures: Record<string, () => Response | Promise<Response>> = {
  'a crash': () => refusal(500),
  'no time': () => refusal(503),
  'too many requests': () => refusal(429),
  'no connection': () => Promise.reject(new TypeError('down')),
  'the page of a Wi-Fi network': () =>
    new Response('<h1>Pay here</h1>', { headers: { 'content-type': 'text/html' } }),
}

const paperForm = `${attemptsApi}/form`
const paperWire = (answer: Wire[string]): Wire => ({
  '/api/practice-tests': list(wholePaper({ slug: 'full-1' })),
  '/api/guest/token': { jwt: `guest-of-${origin()}`, guestId: 'g' },
  [paperForm]: answer,
  [attemptsApi]: { data: [], meta: {} },
})
const stored = { data: attemptRow({ mode: 'form', status: 'submitted', endsAt: null }) }

/** The form in a page that sends answers again: its address and its fields. */
function formIn(html: string) {
  const [form = ''] = /<form[^>]* data-send-again[\s\S]*?<\/form>/.exec(html) ?? []
  const text = (escaped: string) =>
    escaped
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  return {
    method: / method="(\w+)"/.exec(form)?.[1],
    action: text(/ action="([^"]*)"/.exec(form)?.[1] ?? ''),
    buttons: form.match(/<button/g)?.length ?? 0,
    fields: Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [text(name), text(value)],
      ),
    ),
  }
}

async function messageOf(locale: Locale, key: string): Promise<string> {
  const texts = (await import(`../../locales/${locale}.json`)) as Record<string, string>
  return texts[key]!
}

describe.each(Object.entries(failures))('%s at the submission of a paper', (_, failing) => {
  it.each(locales)('gives the form back, in %s, which is then accepted', async (locale) => {
    const path = localizedPath(testPage, locale)
    const fields = { q1: '2', digest: 'd', odd: `"'<b>&amp;` }
    const browser = newBrowser()
    productApiAnswers(paperWire(failing))
    const failed = await browser.post(path, fields)
    const html = await failed.text()
    expect([503, 429]).toContain(failed.status)
    expect(failed.headers.get('cache-control')).toContain('no-store')
    expect(html).toContain(await messageOf(locale, 'send_again_lead'))
    const form = formIn(html)
    expect(form).toMatchObject({ method: 'post', action: path, buttons: 1, fields })
    expect(html).not.toContain(`>${await messageOf(locale, 'try_again')}<`)

    const seen = productApiAnswers(paperWire(stored))
    const sent = await browser.post(form.action, form.fields)
    expect(sent.status).toBe(303)
    const [body] = await bodiesOf(seen, paperForm)
    expect(body?.data.answers).toEqual({ q1: 2 })
  })
})

describe('a form of nobody that is known', () => {
  it('is one attempt although the answer to its first sending was lost', async () => {
    const browser = newBrowser()
    const lost = productApiAnswers(paperWire(failures['no connection']!))
    const html = await (await browser.post(testPage, { q1: '2' })).text()
    const again = productApiAnswers(paperWire(stored))
    await browser.post(testPage, formIn(html).fields)
    const [first] = await bodiesOf(lost, paperForm)
    const [second] = await bodiesOf(again, paperForm)
    expect(second?.data.id).toBe(first?.data.id)
  })

  const sending = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
  it('is an attempt of its own where the first is of a guest whose cookie was lost', async () => {
    const ids: unknown[] = []
    const owned = async (request: Request) => {
      const { data } = await request.json<{ data: { id: string } }>()
      ids.push(data.id)
      return data.id === ids[0] ? refusal(404) : Response.json(stored)
    }
    const { browser } = await asGuest(paperWire(owned))
    for (let times = 0; times < 2; times += 1) {
      const sent = await browser.post(testPage, { q1: '2', sending })
      expect(sent.headers.get('location')).toContain(`/result?sent=${sending}`)
    }
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]])
    expect(ids[1]).not.toBe(ids[0])
  })

  it('is not known where the paper is not', async () => {
    const seen = productApiAnswers(paperWire(() => refusal(404)))
    expect((await newBrowser().post(testPage, { q1: '2', sending })).status).toBe(404)
    expect(await bodiesOf(seen, paperForm)).toHaveLength(2)
  })
})

describe('the form of a paper that cannot be loaded', () => {
  it('comes back', async () => {
    productApiAnswers({ '/': failures['a crash']! })
    const failed = await newBrowser().post(testPage, { q1: '2' })
    expect(failed.status).toBe(503)
    expect(formIn(await failed.text()).fields).toMatchObject({ q1: '2' })
  })

  it('comes back where no guest can be made for it', async () => {
    productApiAnswers({ ...paperWire(stored), '/api/guest/token': failures['too many requests']! })
    const failed = await newBrowser().post(testPage, { q1: '2' })
    expect(failed.status).toBe(429)
    expect(formIn(await failed.text()).fields).toMatchObject({ q1: '2' })
  })
})

describe('a form that the product API refuses', () => {
  it.each([
    [400, refusal(400), 'form_not_accepted'],
    [403, refusal(403, 'PremiumRequired', { reason: 'plan' }), 'form_needs_plan'],
    [409, refusal(409, 'PaperChanged'), 'form_paper_changed'],
  ] as const)('keeps its status %i, says why, and comes back', async (status, answer, reason) => {
    productApiAnswers(paperWire(() => answer.clone()))
    const refused = await newBrowser().post(`/en${testPage}`, { q1: '2' })
    const html = await refused.text()
    expect(refused.status).toBe(status)
    expect(html).toContain(`<h1>${await messageOf('en', reason)}</h1>`)
    expect(formIn(html).fields).toMatchObject({ q1: '2' })
  })
})

describe('the result of a form with an id', () => {
  const sending = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
  it('is named in the address, and to a script that asks for JSON', async () => {
    const { browser } = await asGuest(paperWire(stored))
    const page = await browser.post(testPage, { q1: '2', sending })
    const address = `${origin()}/attempts/${attemptId}/result?sent=${sending}`
    expect(page.headers.get('location')).toBe(address)
    const headers = { accept: 'application/json' }
    const json = await browser.post(testPage, { q1: '2', sending }, { headers })
    expect([json.status, await json.json()]).toEqual([200, { result: address }])
    const without = await browser.post(testPage, { q1: '2' })
    expect(without.headers.get('location')).toBe(address.replace(/\?.*/, ''))
  })
})

const paths = ['events', 'submit'] as const

describe.each(Object.entries(failures))('%s at the form of the hall', (_, failing) => {
  it.each(paths)('gives all circles back, to be sent to /%s again', async (action) => {
    const circles = Object.fromEntries(['1', '2', '3'].map((name) => [name, '2']))
    const fields = {
      ...circles,
      ...{ lastTick: '7', was: '1.-.-', shows: 'kn', access: 'sealed' },
      ...(action === 'events' && { do: 'save' }),
    }
    const broken = { [`${attemptsApi}/${attemptId}/${action}`]: failing }
    const { browser } = await asGuest({ ...broken, ...hallWire() })
    productApiAnswers({ ...hallWire(), ...broken })
    const failed = await browser.post(`/en${hall}`, fields)
    expect([503, 429]).toContain(failed.status)
    expect(failed.headers.get('cache-control')).toContain('no-store')
    const form = formIn(await failed.text())
    expect(form).toEqual({ method: 'post', action: `/en${hall}`, buttons: 1, fields })

    const seen = productApiAnswers(hallWire())
    expect((await browser.post(form.action, form.fields)).status).toBe(303)
    const [body] = await bodiesOf(seen, `${attemptsApi}/${attemptId}/${action}`)
    expect(body?.data.events).toHaveLength(3)
  })

  it('gives them back where the paper is not loaded', async () => {
    const { browser } = await asGuest({})
    productApiAnswers({ '/': failing })
    const failed = await browser.post(hall, { '1': '2' })
    expect(formIn(await failed.text()).fields).toEqual({ '1': '2' })
  })
})

describe('a form of the hall that is not its reader’s', () => {
  it('comes back with the page that says so', async () => {
    const { browser } = await signIn({ wire: { [attemptsApi]: () => refusal(404) } })
    const failed = await browser.post(hall, { '1': '2' })
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(formIn(await failed.text()).fields).toEqual({ '1': '2' })
  })
})

describe('a form of the largest size', () => {
  it('comes back whole; a longer one is not read', async () => {
    const { browser } = await asGuest({})
    productApiAnswers({ '/': failures['a crash']! })
    const fields = { '1': '2', text: '<'.repeat(20_000) }
    const failed = await browser.post(hall, fields)
    const html = await failed.text()
    expect(formIn(html).fields).toEqual(fields)
    expect(html.length).toBeLessThan(150_000)
    expect((await browser.post(hall, { text: '<'.repeat(22_000) })).status).toBe(413)
  })
})
