import { describe, expect, it } from 'vitest'
import { decodeRescue } from '../../domain/attempt/rescue-code.ts'
import type { AttemptJournal } from '../../client/device/journal/attempt-journal.ts'
import { signOf } from '../../client/device/journal/save-sign.ts'
import type { Answering } from '../support/simulated-device.ts'
import { attemptId, carryKey, minute, simulateHall, tap } from '../support/simulated-hall.ts'

const saveSign = ({ status }: AttemptJournal) => signOf(status).kind

const journalKeys = (local: Map<string, string>) =>
  [...local.keys()].filter((key) => key.startsWith('abhyasa.journal.'))

/** Answers of its own for some requests; the others go through. */
const answers =
  (own: (body: string, method: string) => Response | null) =>
  (answer: Answering): Answering =>
  (method, path, body) =>
    own(body ?? '', method) ?? answer(method, path, body)

describe('AttemptJournal.write', () => {
  it('stores an event in localStorage before it returns, then in IndexedDB', async () => {
    const { device, open, time } = simulateHall()
    const journal = await open()
    journal.write(tap(0, 2))
    expect([...device.local.values()].join()).toContain('save,question0,2')
    await time.pass(50)
    expect([...device.database.values()].join()).toContain('save,question0,2')
  })

  it('changes the state at once, and the event is on the server a second later', async () => {
    const { open, time, savedOnServer } = simulateHall()
    const journal = await open()
    const seen: unknown[] = []
    journal.subscribe(() => seen.push(saveSign(journal)))
    journal.write(tap(0, 2))
    expect(journal.state.questions.get('question0')).toMatchObject({ saved: 2, chosen: 2 })
    expect(journal.status).toMatchObject({ unsent: 1, allSent: null, isOnline: true, copies: 2 })
    await time.pass(3000)
    expect(savedOnServer()).toEqual({ question0: 2 })
    expect(journal.status).toMatchObject({ unsent: 0, isOnline: true })
    expect(seen).toContain('saved')
    expect(seen.at(-1)).toBe('sent')
  })

  it('writes texts of limited length to localStorage, also after hundreds of events', async () => {
    const { device, open, time } = simulateHall()
    const journal = await open()
    for (let count = 0; count < 700; count++) journal.write(tap(count % 100, count % 4))
    await time.pass(minute)
    for (const text of device.local.values()) expect(text.length).toBeLessThan(4000)
    expect([...device.local.values()].join('').length).toBeLessThan(40_000)
  })

  it('keeps an event unsent when the server acknowledges only others', async () => {
    const { open, time, device } = simulateHall({
      through: answers((body, method) =>
        method === 'POST' && body.includes('question7')
          ? Response.json({
              data: {
                results: [{ id: 'somebody-else.7', stored: 'counted' }],
                events: [],
                next: 3,
              },
            })
          : null,
      ),
    })
    const journal = await open()
    journal.write(tap(7, 1))
    await time.pass(5 * minute)
    expect(journal.status).toMatchObject({ unsent: 1, refused: 1 })
    expect([...device.database.values()].join()).toContain('?')
  })

  it('stores an event once on the server when its page closes while it is being sent', async () => {
    const { open, time, savedOnServer, server } = simulateHall()
    const journal = await open()
    journal.write(tap(3, 1))
    journal.page.close()
    await time.pass(minute)
    expect(savedOnServer()).toEqual({ question3: 1 })
    const again = await open({ isOfflineCopy: true })
    expect(again.state.questions.get('question3')?.saved).toBe(1)
    await time.pass(minute)
    expect(again.status.unsent).toBe(0)
    expect(server.rows.size).toBe(1)
  })

  it('keeps events on the phone over offline reloads and sends them when online', async () => {
    const { device, open, time, savedOnServer } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    await time.pass(minute)
    expect(first.status).toMatchObject({ unsent: 1, isOnline: false })
    first.page.kill()
    const second = await open({ isOfflineCopy: true })
    second.write(tap(1, 2))
    second.page.kill()
    const third = await open({ isOfflineCopy: true })
    expect(third.status).toMatchObject({ unsent: 2, isOnline: false, copies: 2 })
    device.setOnline(true)
    await time.pass(3000)
    expect(savedOnServer()).toEqual({ question0: 1, question1: 2 })
  })
})

describe('delivery', () => {
  it('sends smaller batches over a slow link until they arrive in time', async () => {
    const { device, open, time, server } = simulateHall({
      through: (answer) => (method, path, body) =>
        (body?.length ?? 0) > 12_000 ? null : answer(method, path, body),
    })
    const journal = await open()
    device.setOnline(false)
    for (let count = 0; count < 400; count++) journal.write(tap(count % 100, count % 4))
    device.setOnline(true)
    await time.pass(10 * minute)
    expect(server.rows.size).toBe(400)
  })

  it('reports an event that the server cannot read as refused, and sends all others', async () => {
    const { device, open, time, server } = simulateHall()
    const journal = await open()
    device.setOnline(false)
    for (let question = 0; question < 40; question++) journal.write(tap(question, 1))
    const tick = 18
    for (const id of [...device.database.keys()]) {
      const own = id.split('/').at(-1)!
      if (own.endsWith(`.${tick}`)) server.rejectedIds.set(own, 400)
    }
    await time.pass(100)
    for (const id of [...device.database.keys()])
      if (id.endsWith(`.${tick}`)) server.rejectedIds.set(id.split('/').at(-1)!, 400)
    device.setOnline(true)
    await time.pass(3 * minute)
    expect(server.rows.size).toBe(39)
    expect(journal.status).toMatchObject({ unsent: 1, refused: 1 })
    await submitted(journal, time)
    expect(journal.status).toMatchObject({ stage: 'submitted', unsent: 1, refused: 1 })
    expect([...device.database.values()].filter((text) => text.startsWith('?'))).toHaveLength(1)
  })

  it('retries at growing intervals of at most 30 seconds', async () => {
    const times: number[] = []
    const { device, open, time } = simulateHall({
      through: (answer) => (method, path, body) => {
        if (method === 'POST') times.push(time.now())
        return method === 'POST' ? new Response('', { status: 503 }) : answer(method, path, body)
      },
    })
    const journal = await open()
    journal.write(tap(0, 1))
    await time.pass(10 * minute)
    const gaps = times.slice(1).map((at, place) => at - times[place]!)
    expect(gaps[0]).toBeLessThan(3000)
    expect(Math.max(...gaps)).toBeLessThan(32_000)
    expect(times.length).toBeLessThan(45)
    expect(device.local.size).toBeGreaterThan(0)
  })

  it('stores events of a signed-out reader, and delivers them with the carry key', async () => {
    let takesKey = false
    const { open, time, savedOnServer } = simulateHall({
      through: answers((body) =>
        takesKey && body.includes(carryKey) ? null : Response.json({}, { status: 403 }),
      ),
    })
    const journal = await open()
    journal.write(tap(0, 1))
    await time.pass(minute)
    expect(journal.status).toMatchObject({ unsent: 1, barrier: 'signed-out' })
    takesKey = true
    await time.pass(minute)
    expect(savedOnServer()).toEqual({ question0: 1 })
    expect(journal.status).toMatchObject({ unsent: 0, barrier: null })
  })

  it('sends unsent events by beacons below the browsers’ limit when the page closes', async () => {
    const beacons: string[] = []
    const { device, open } = simulateHall()
    const journal = await open()
    device.setOnline(false)
    for (let count = 0; count < 900; count++) journal.write(tap(count % 100, 1))
    journal.page.ports.sendBeacon = (_, body) => beacons.push(body) > 0
    journal.page.dispatch('gone')
    expect(beacons.length).toBeGreaterThan(1)
    for (const body of beacons) expect(body.length).toBeLessThanOrEqual(60_200)
    expect(journal.status.unsent).toBe(900)
  })
})

describe('two tabs of one attempt', () => {
  it('show each other’s taps at once', async () => {
    const { open, time, device } = simulateHall()
    const one = await open()
    const two = await open()
    device.setOnline(false)
    one.write(tap(0, 1))
    await time.pass(5)
    two.write(tap(0, 3))
    two.write(tap(1, 2))
    await time.pass(5)
    for (const { state } of [one, two]) {
      expect(state.questions.get('question0')?.saved).toBe(3)
      expect(state.questions.get('question1')?.saved).toBe(2)
    }
  })

  it('deliver every event once, whichever tab sends it', async () => {
    const { open, time, server } = simulateHall()
    const one = await open()
    const two = await open()
    for (let question = 0; question < 20; question++) {
      ;(question % 2 ? one : two).write(tap(question, 1))
      await time.pass(20)
    }
    await time.pass(minute)
    expect(server.rows.size).toBe(20)
    expect([one.status.unsent, two.status.unsent]).toEqual([0, 0])
  })

  it('both know that the attempt is over when one of them submits', async () => {
    const { open, time } = simulateHall()
    const one = await open()
    const two = await open()
    expect(await submitted(one, time)).toBe('submitted')
    await time.pass(10)
    expect(two.status.stage).toBe('submitted')
  })
})

it('another device fetches what the first one has sent', async () => {
  const { open, anotherDevice, time } = simulateHall()
  const phone = await open()
  phone.write(tap(5, 2))
  await time.pass(3000)
  const laptop = await open({ device: anotherDevice() })
  expect(laptop.state.questions.get('question5')?.saved).toBe(2)
  laptop.write(tap(5, 0))
  await time.pass(3000)
  phone.page.dispatch('shown')
  await time.pass(2000)
  expect(phone.state.questions.get('question5')?.saved).toBe(0)
})

describe('an attempt on a phone whose storage fails', () => {
  it('reports how many storages have the answers, and retries when there is space', async () => {
    const { device, open, time } = simulateHall()
    const journal = await open()
    expect(journal.status.copies).toBe(2)
    device.condition.localStorageIsFull = true
    journal.write(tap(0, 1))
    expect(journal.status.copies).toBe(1)
    device.condition.databaseIs = 'full'
    journal.write(tap(1, 1))
    await time.pass(100)
    expect(journal.status.copies).toBe(0)
    device.condition.localStorageIsFull = false
    device.condition.databaseIs = 'fine'
    journal.write(tap(2, 1))
    await time.pass(6000)
    expect(journal.status.copies).toBe(2)
    for (const storage of [device.local, device.database])
      for (const question of [0, 1, 2])
        expect([...storage.values()].join()).toContain(`save,question${question},1`)
    journal.page.kill()
    device.setOnline(false)
    const again = await open({ isOfflineCopy: true })
    expect(again.state.questions.size).toBe(3)
  })

  it('works without any storage and reports that everything is in memory', async () => {
    const { device, open, time, savedOnServer } = simulateHall()
    device.condition.databaseIs = 'full'
    device.condition.localStorageIsFull = true
    const journal = await open()
    expect(journal.status.copies).toBe(0)
    journal.write(tap(0, 1))
    await time.pass(3000)
    expect(savedOnServer()).toEqual({ question0: 1 })
  })

  it('opens from localStorage when IndexedDB never answers', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.condition.databaseIs = 'silent'
    const second = await open({ isOfflineCopy: true })
    expect(second.state.questions.get('question0')?.saved).toBe(1)
    await time.pass(minute)
    expect(second.status.copies).toBe(1)
  })

  it('opens from IndexedDB when localStorage is broken, and keeps the broken text', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    await time.pass(100)
    first.page.kill()
    const [key = ''] = journalKeys(device.local).filter((one) => !one.endsWith('.note'))
    device.local.set(key, 'no version\nand no event')
    const second = await open({ isOfflineCopy: true })
    expect(second.state.questions.get('question0')?.saved).toBe(1)
    expect(device.local.get(`abhyasa.broken.${key}`)).toBe('no version\nand no event')
    expect([...device.local.values()].join()).toContain('save,question0,1')
  })
})

describe('AttemptJournal.submit', () => {
  it('waits for the network, also over a reload, and submits once', async () => {
    const { device, open, time, server } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    const outcome = first.submit()
    await time.pass(minute)
    expect(await outcome).toBe('waiting')
    first.page.kill()
    const second = await open({ isOfflineCopy: true })
    expect(second.state.isSubmitted).toBe(true)
    expect(server.isSubmitted()).toBe(false)
    device.setOnline(true)
    await time.pass(5000)
    expect(second.status).toMatchObject({ stage: 'submitted', unsent: 0 })
    expect(server.counters.submissions).toBe(1)
    expect([...server.rows.values()].map(({ standing }) => standing)).toEqual([
      'counted',
      'counted',
    ])
  })

  it('removes what is stored only when the server has everything', async () => {
    const { device, open, time } = simulateHall()
    const journal = await open()
    journal.write(tap(0, 1))
    await time.pass(3000)
    expect(journalKeys(device.local).length).toBeGreaterThan(0)
    expect(device.database.size).toBeGreaterThan(0)
    expect(await submitted(journal, time)).toBe('submitted')
    await time.pass(1000)
    expect(journalKeys(device.local)).toEqual([])
    expect([...device.database.keys()]).toEqual([])
  })

  it('keeps answers of a second device apart when they come after the submission', async () => {
    const { device, open, anotherDevice, time, server } = simulateHall()
    const laptop = await open({ device: anotherDevice() })
    const phone = await open()
    device.setOnline(false)
    phone.write(tap(0, 1))
    phone.write(tap(1, 1))
    expect(await submitted(laptop, time)).toBe('submitted')
    device.setOnline(true)
    await time.pass(5000)
    expect(phone.status).toMatchObject({ unsent: 0, apart: 2, submittedBy: 'elsewhere' })
    expect(server.rows.size).toBe(3)
    expect(phone.state.questions.size).toBe(0)
  })
})

describe('AttemptJournal.reveal', () => {
  it('returns the key, and the answer saved until then is final', async () => {
    const { open, time } = simulateHall({ mode: 'practice' })
    const journal = await open()
    journal.write(tap(6, 1))
    const asked = journal.reveal('question6')
    await time.pass(2000)
    expect(await asked).toEqual({
      question: 'question6',
      accepted: [2],
      explanation: null,
      outcome: 'right',
    })
    journal.write(tap(6, 2))
    expect(journal.state.questions.get('question6')).toMatchObject({ saved: 1, isRevealed: true })
  })

  it('returns null without a network, and the question can still be answered', async () => {
    const { device, open, time } = simulateHall({ mode: 'practice' })
    const journal = await open()
    device.setOnline(false)
    const asked = journal.reveal('question6')
    await time.pass(minute)
    expect(await asked).toBeNull()
    journal.write(tap(6, 2))
    expect(journal.state.questions.get('question6')).toMatchObject({ saved: 2, isRevealed: false })
  })
})

describe('what the server does not name as stored', () => {
  it.each(['rejects', 'stores nothing', 'names nothing', 'journal full'] as const)(
    'is kept, shown as refused and sent again later when the server %s',
    async (mood) => {
      const { open, server, time, device, savedOnServer } = simulateHall()
      const journal = await open()
      server.condition.mood = mood
      journal.write(tap(0, 2))
      await time.pass(35_000)
      expect(saveSign(journal)).toBe('refused')
      expect([...device.database.values()].join()).toContain('?')
      const code = decodeRescue(journal.rescueCode())
      expect(code).toMatchObject({ version: 2, events: [{ index: 0, option: 2 }] })
      server.condition.mood = 'fine'
      await time.pass(5 * minute)
      expect(savedOnServer()).toEqual({ question0: 2 })
      expect(saveSign(journal)).toBe('sent')
    },
  )

  it('is sent by the next page load at once', async () => {
    const { open, server, time, savedOnServer } = simulateHall()
    const first = await open()
    server.condition.mood = 'journal full'
    first.write(tap(0, 2))
    await time.pass(10 * minute)
    first.page.kill()
    server.condition.mood = 'fine'
    const second = await open()
    expect(savedOnServer()).toEqual({ question0: 2 })
    expect(saveSign(second)).toBe('sent')
  })

  it('follows when it is half of each batch', async () => {
    const { device, open, server, time } = simulateHall()
    const journal = await open()
    device.setOnline(false)
    for (let question = 0; question < 50; question++) journal.write(tap(question, 1))
    server.condition.mood = 'takes half'
    device.setOnline(true)
    await time.pass(minute)
    expect(server.rows.size).toBe(50)
  })

  it('is sent slowly when the server refuses everything', async () => {
    const { open, server, time } = simulateHall()
    const journal = await open()
    server.condition.mood = 'rejects'
    for (let question = 0; question < 100; question++) journal.write(tap(question, 1))
    const before = server.counters.posts
    await time.pass(5 * minute)
    expect(server.counters.posts - before).toBeLessThan(60)
    server.condition.mood = 'fine'
    await time.pass(6 * minute)
    expect(server.rows.size).toBe(100)
  })

  it('is sent again before the reader’s submission, which is final', async () => {
    const { open, server, time } = simulateHall()
    const journal = await open()
    server.condition.mood = 'stores nothing'
    journal.write(tap(0, 2))
    await time.pass(20 * minute)
    void journal.submit()
    await time.pass(30_000)
    server.condition.mood = 'fine'
    await time.pass(5 * minute)
    expect(journal.status).toMatchObject({ stage: 'submitted', unsent: 0, apart: 0 })
    expect(server.state().questions.get('question0')?.saved).toBe(2)
  })
})

it('two devices’ answers are shown with what was replaced, and one can be chosen', async () => {
  const { device, open, anotherDevice, time, savedOnServer } = simulateHall()
  const phone = await open()
  const laptop = await open({ device: anotherDevice() })
  device.setOnline(false)
  phone.write(tap(11, 2))
  await time.pass(5000)
  laptop.write(tap(11, 1))
  await time.pass(5000)
  device.setOnline(true)
  await time.pass(5000)
  const [found] = phone.status.replaced
  expect(found).toMatchObject({
    ...{ number: 12, kept: { option: 1, device: laptop.device } },
    replaced: { option: 2, device: phone.device },
  })
  expect(savedOnServer()).toEqual({ question11: 1 })
  const chosen = phone.choose(found!.question, found!.replaced.event)
  await time.pass(5000)
  expect(await chosen).toBe(true)
  expect(phone.status.replaced).toEqual([])
  expect(phone.state.questions.get('question11')?.saved).toBe(2)
  expect(savedOnServer()).toEqual({ question11: 2 })
})

describe('AttemptJournal.rescueCode', () => {
  it('contains what this phone did and the server does not have, nothing of others', async () => {
    const { device, open, anotherDevice, time } = simulateHall()
    const other = await open({ device: anotherDevice() })
    for (const question of [0, 1, 2, 3]) other.write(tap(question, 1))
    await time.pass(3000)
    const journal = await open()
    device.setOnline(false)
    for (let question = 0; question < 8; question++) journal.write(tap(question, null, 'visit'))
    journal.write(tap(8, 3))
    journal.write(tap(99, 0, 'mark'))
    journal.write(tap(4, 1, 'choose'))
    const code = decodeRescue(journal.rescueCode())
    expect(code).toMatchObject({ version: 2, attempt: attemptId, carryKey, device: journal.device })
    expect('events' in code && code.events.map(({ index, kind }) => [index, kind])).toEqual([
      [4, 'choose'],
      [8, 'save'],
      [99, 'mark'],
    ])
  })

  it('exists for papers of more than 200 questions and more than five circles', async () => {
    const many = Array.from({ length: 260 }, (_, index) => `question${index}`)
    const { device, open } = simulateHall({ questionIds: many })
    const journal = await open()
    device.setOnline(false)
    for (const question of many)
      journal.write({ kind: 'save', question, option: 6, locale: 'kn', spentMs: 0 })
    const code = decodeRescue(journal.rescueCode())
    expect('events' in code && code.events).toHaveLength(260)
  })
})

async function submitted(
  journal: { submit: () => Promise<string> },
  time: { pass: (ms: number) => Promise<void> },
) {
  const outcome = journal.submit()
  await time.pass(5 * minute)
  return outcome
}
