import { describe, expect, it } from 'vitest'
import { createServerClock } from '../../client/device/journal/server-clock.ts'
import { minute, simulateHall, tap } from '../support/simulated-hall.ts'

const hour = 60 * minute

/** How far a journal's clock is from the server's, to the second. */
const wrongBySec = (journal: { now: () => number }, time: { now: () => number }) =>
  Math.round((journal.now() - time.now()) / 1000) + 0

describe('the clock of a journal', () => {
  it('follows the server’s clock when the phone’s own clock is wrong', async () => {
    const { device, open, time } = simulateHall()
    device.setClock(-3 * hour)
    const journal = await open()
    expect(wrongBySec(journal, time)).toBe(0)
    device.setClock(5 * hour)
    await time.pass(minute)
    expect(wrongBySec(journal, time)).toBe(0)
    expect(journal.status.isClockConfirmed).toBe(true)
  })

  it('stays right after an offline reload when the phone’s clock was wrong before it', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    device.setClock(7 * hour)
    first.write(tap(0, 1))
    first.page.kill()
    await time.pass(10 * minute)
    const second = await open({ isOfflineCopy: true })
    expect(wrongBySec(second, time)).toBe(0)
    expect(second.status.isClockConfirmed).toBe(false)
  })

  it('never goes back when the phone’s clock is set back while the page is closed', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    await time.pass(20 * minute)
    first.write(tap(0, 1))
    const said = first.now()
    first.page.kill()
    device.setClock(-9 * hour)
    const second = await open({ isOfflineCopy: true })
    expect(second.now()).toBeGreaterThanOrEqual(said)
  })

  it('includes the time during which the phone slept', async () => {
    const { device, open, time } = simulateHall()
    const journal = await open()
    device.setOnline(false)
    await device.sleep(15 * minute)
    expect(wrongBySec(journal, time)).toBe(0)
  })

  it('is corrected by the next answer of the server', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.setClock(3 * hour)
    const second = await open({ isOfflineCopy: true })
    expect(wrongBySec(second, time)).toBe(3 * 3600)
    device.setOnline(true)
    await time.pass(3000)
    expect(wrongBySec(second, time)).toBe(0)
    expect(second.status.isClockConfirmed).toBe(true)
  })
})

describe('the end of an attempt', () => {
  it('submits what was saved when the time is over', async () => {
    const { endsAtMs, open, server, time, savedOnServer } = simulateHall()
    const journal = await open()
    journal.write(tap(0, 1))
    await time.pass(endsAtMs - time.now() + 5000)
    expect(journal.status).toMatchObject({ stage: 'submitted', submittedBy: 'clock' })
    expect(savedOnServer()).toEqual({ question0: 1 })
    expect([...server.rows.values()].map(({ standing }) => standing)).toEqual([
      'counted',
      'counted',
    ])
  })

  it('does not come early on an offline phone whose clock is three hours ahead', async () => {
    const { device, open, time, server } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.setClock(3 * hour)
    const second = await open({ isOfflineCopy: true })
    await time.pass(minute)
    expect(second.status).toMatchObject({ stage: 'ending', isHandedIn: false })
    device.setOnline(true)
    await time.pass(minute)
    expect(server.isSubmitted()).toBe(false)
    expect(second.status.stage).toBe('answering')
    second.write(tap(1, 2))
    await time.pass(5000)
    expect(server.state().questions.get('question1')?.saved).toBe(2)
  })

  it('that passed offline is confirmed by the server before it counts', async () => {
    const { device, endsAtMs, open, server, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    await time.pass(endsAtMs - time.now() + hour)
    const second = await open({ isOfflineCopy: true })
    await time.pass(minute)
    expect(second.status).toMatchObject({ stage: 'ending', isHandedIn: false })
    device.setOnline(true)
    await time.pass(10_000)
    expect(server.submittedBy()).toBe('clock')
    expect(second.status).toMatchObject({ stage: 'submitted', unsent: 0 })
    expect([...server.rows.values()].every(({ standing }) => standing === 'counted')).toBe(true)
  })

  it('counts answers given in time on a phone whose clock is wrong', async () => {
    const { device, endsAtMs, open, server, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.setClock(3 * hour)
    const second = await open({ isOfflineCopy: true })
    second.write(tap(1, 2))
    await time.pass(endsAtMs - time.now() + hour)
    device.setOnline(true)
    await time.pass(10_000)
    expect([...server.rows.values()].map(({ standing }) => standing)).toEqual([
      'counted',
      'counted',
    ])
  })
})

describe('the stage of an attempt', () => {
  /** Hidden, the phone's clock jumps, and the page is shown again. */
  function jump(page: { dispatch: (event: 'hidden' | 'shown') => void }, setClock: () => void) {
    page.dispatch('hidden')
    setClock()
    page.dispatch('shown')
  }

  it('is answering again when the server says that a clock jumped past the end', async () => {
    const { device, open, server, time, savedOnServer } = simulateHall()
    const journal = await open()
    device.setOnline(false)
    journal.write(tap(0, 1))
    jump(journal.page, () => device.setClock(5 * hour))
    expect(journal.status).toMatchObject({ stage: 'ending', isHandedIn: false })
    await time.pass(10 * minute)
    expect(journal.status.stage).toBe('ending')
    device.setOnline(true)
    await time.pass(3000)
    expect(journal.status.stage).toBe('answering')
    expect(server.isSubmitted()).toBe(false)
    journal.write(tap(1, 2))
    await time.pass(3000)
    expect(savedOnServer()).toEqual({ question0: 1, question1: 2 })
  })

  it('is submitted after such a jump when the time is over, without a reload', async () => {
    const { device, endsAtMs, open, server, time } = simulateHall()
    const journal = await open()
    device.setOnline(false)
    journal.write(tap(0, 1))
    jump(journal.page, () => device.setClock(5 * hour))
    device.setOnline(true)
    await time.pass(endsAtMs - time.now() + 5000)
    expect(journal.status).toMatchObject({ stage: 'submitted', submittedBy: 'clock', unsent: 0 })
    expect(server.submittedBy()).toBe('clock')
  })

  it('is asked for once, and answers are sent, when hidden again after such a jump', async () => {
    const { device, open, server, time, savedOnServer } = simulateHall()
    const journal = await open()
    let requests = 0
    const { fetch } = journal.page.ports
    journal.page.ports.fetch = (path, init) => {
      requests += 1
      return fetch(path, init)
    }
    device.setOnline(false)
    journal.write(tap(0, 1))
    jump(journal.page, () => device.setClock(5 * hour))
    journal.page.dispatch('hidden')
    device.setOnline(true)
    await time.pass(20_000)
    expect(savedOnServer()).toEqual({ question0: 1 })
    expect(requests).toBeLessThan(6)
    await time.pass(10 * minute)
    expect(requests).toBeLessThan(6)
    expect(server.isSubmitted()).toBe(false)
    journal.page.dispatch('shown')
    await time.pass(3000)
    expect(journal.status.stage).toBe('answering')
  })

  it('is ending on a copy with a clock ahead, and answering once it is corrected', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.setClock(3 * hour)
    const second = await open({ isOfflineCopy: true })
    expect(second.status.stage).toBe('ending')
    device.setOnline(true)
    await time.pass(3000)
    expect(second.status).toMatchObject({ stage: 'answering', unsent: 0 })
  })
})

describe('the clock of a device that runs fast', () => {
  it('does not submit early, and never as the reader', async () => {
    const { device, endsAtMs, open, server, time } = simulateHall()
    device.condition.clockRate = 1.007
    const journal = await open()
    journal.write(tap(0, 1))
    await time.pass(5000)
    device.setOnline(false)
    await time.pass(endsAtMs - 15_000 - time.now())
    expect(journal.now() - time.now()).toBeGreaterThan(20_000)
    expect(journal.status).toMatchObject({ stage: 'ending', isHandedIn: false })
    device.setOnline(true)
    await time.pass(3000)
    expect(journal.status.stage).toBe('answering')
    expect(server.isSubmitted()).toBe(false)
    await time.pass(minute)
    expect([server.submittedBy(), journal.status.stage]).toEqual(['clock', 'submitted'])
  })

  it('is not set ahead by a slow request', () => {
    let monotonic = 0
    const clock = createServerClock(
      { wall: () => 0, monotonic: () => monotonic },
      { serverNowMs: null, offsetMs: null, floorMs: 0 },
    )
    const answered = (tookMs: number, sinceMs: number) => {
      clock.sync(monotonic - sinceMs, tookMs)
      return clock.now() - monotonic
    }
    monotonic = 10_000
    expect(answered(400, 200)).toBe(0)
    monotonic = 30_000
    expect(answered(8000, 100)).toBe(0)
    monotonic = 60_000
    expect(Math.abs(answered(300, 150))).toBeLessThan(200)
  })
})

describe('the time of an event', () => {
  it('is corrected when a copy learns the server’s time: the later tap counts', async () => {
    const { device, open, anotherDevice, server, time } = simulateHall()
    const phone = await open()
    await time.pass(minute)
    phone.page.kill()
    device.setOnline(false)
    const laptop = await open({ device: anotherDevice() })
    laptop.write(tap(0, 1))
    await time.pass(10 * minute)
    const copy = await open({ isOfflineCopy: true })
    copy.write(tap(0, 3))
    await time.pass(minute)
    device.setOnline(true)
    await time.pass(5000)
    expect(server.state().questions.get('question0')?.saved).toBe(3)
    laptop.page.dispatch('shown')
    await time.pass(2000)
    expect(laptop.state.questions.get('question0')?.saved).toBe(3)
  })

  it('of a tap in time stays before the end, however late the page learns the time', async () => {
    const { device, endsAtMs, open, server, time } = simulateHall()
    const first = await open()
    first.page.kill()
    device.setOnline(false)
    device.setClock(-2 * hour)
    const copy = await open({ isOfflineCopy: true })
    copy.write(tap(0, 3))
    await time.pass(endsAtMs - time.now() + hour)
    device.setOnline(true)
    await time.pass(minute)
    expect([...server.rows.values()].every(({ standing }) => standing === 'counted')).toBe(true)
    expect(server.state().questions.get('question0')?.saved).toBe(3)
  })
})
